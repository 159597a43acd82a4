"""A refusal that a page has no place of its own for is answered as a page, with its sentence."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.base.refusals import RefusedError


class RefusalMiddleware:
    """Answers what a view lets through: most often that somebody else changed the same at this moment."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, RefusedError):
            return None
        return render(request, "annotation/refused.html", {"refusal": problem}, status=problem.status)
