"""Times are shown where the reader is, and what is no JSON is kept from endpoints that take nothing else."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from annotation.labelling.form_label import JSON_ONLY, JSON_ONLY_CODE


class PersonalTimeZone:
    """Shows every time of a page in the signed-in person's own time zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        with timezone.override(_zone(request.user.time_zone)):
            return self.get_response(request)


class JSONEndpointMiddleware:
    """Turns a form away from a view that `takes_json`, before the CSRF check reads the body as one.

    A body read as a form cannot be read again, and one that is no sound form would be answered as a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        is_other = request.method == "POST" and request.content_type != "application/json"
        if not is_other or not getattr(view, "takes_json", False):
            return None
        return JsonResponse({"saved": False, "code": JSON_ONLY_CODE, "sentence": JSON_ONLY}, status=415)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None
