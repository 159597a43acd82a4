"""Addresses below /api/ are read with the first request to one of them.

What answers them (Django REST framework, and for its schema drf-spectacular) takes as long to load as Django
itself, and no page and no command needs it.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

API_PATH = "/api/"
API_URLCONF = "config.api_urls"


class APIAddressesMiddleware:
    """Looks addresses of the API up among all addresses, and any other among those of the pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if f"{request.path_info}/".startswith(API_PATH):
            request.urlconf = API_URLCONF
        return self.get_response(request)
