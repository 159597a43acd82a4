"""Answers that no view gives, each in the language of its door: the database is away, or the method is wrong.

An outage is what passes without anybody changing the code: the database is restarting, full or takes no
writes, or the shared cache does not answer. It is answered with 503 and Retry-After, so that programs and the
outbox of the labelling page ask again. A constraint that refuses, or SQL that cannot be right, is a
fault of ours and stays a 500.
"""

import logging
import sys
from collections.abc import Callable

from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.urls import resolve
from django.views.defaults import server_error

from config.api import API_PATH

RETRY_AFTER_SECONDS = 10
READ_ONLY = "25006"  # SQLSTATE read_only_sql_transaction
UNAVAILABLE = "A part of the site does not answer for a moment. Nothing was changed by this; try again soon."
FAULT = "Something went wrong on our side. It has been written down; what was saved before is still saved."
WRONG_METHOD = "This address does not take {method}. It takes {allowed}."

logger = logging.getLogger(__name__)


class DoorMiddleware:
    """Answers outages of views, and gives an answer without words its words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.streaming or response.content:
            return response
        return _wrong_method(request, response["Allow"])

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return unavailable(request, problem) if is_outage(problem) else None


def is_outage(problem: BaseException) -> bool:
    """Whether the same request may succeed later, without any change of ours."""
    if isinstance(problem, OperationalError | InterfaceError):
        return True
    if isinstance(problem, InternalError):
        return getattr(problem.__cause__, "sqlstate", None) == READ_ONLY
    # Who has no Redis has not loaded its client, and then it cannot have failed.
    redis = sys.modules.get("redis.exceptions")
    return redis is not None and isinstance(problem, redis.ConnectionError | redis.TimeoutError)


def unavailable(request: HttpRequest, problem: BaseException) -> HttpResponse:
    """503 as JSON, or as a calm page that needs no database. The log gets the kind of problem alone."""
    state = getattr(problem.__cause__, "sqlstate", None) or getattr(problem.__cause__, "sqlite_errorname", "")
    logger.error("Not answered, because of an outage: %s %s", type(problem).__name__, state)
    response: HttpResponse
    if speaks_json(request):
        body = {"saved": False, "code": "unavailable", "sentence": UNAVAILABLE}
        response = JsonResponse(body, status=503)
    else:
        response = HttpResponse(loader.get_template("503.html").render(), status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def answer_to_fault(request: HttpRequest) -> HttpResponse:
    """`handler500`: what goes wrong outside of a view, in a session say, may be an outage as well."""
    problem = sys.exc_info()[1]
    if problem is not None and is_outage(problem):
        return unavailable(request, problem)
    if speaks_json(request):
        return JsonResponse({"saved": False, "code": "fault", "sentence": FAULT}, status=500)
    return server_error(request)


def speaks_json(request: HttpRequest) -> bool:
    """Whether whoever asks is a program: of the API, or a script of a page at an endpoint of its own."""
    if request.path_info.startswith(API_PATH):
        return True
    try:  # asked anew, because a middleware may have failed before the address was looked up
        match = resolve(request.path_info, getattr(request, "urlconf", None))
    except Http404:
        return False
    return match.url_name == "session_state" or getattr(match.func, "takes_json", False)


def _wrong_method(request: HttpRequest, allowed: str) -> HttpResponse:
    sentence = WRONG_METHOD.format(method=request.method, allowed=allowed)
    response: HttpResponse
    if speaks_json(request):
        body = {"saved": False, "code": "method_not_allowed", "sentence": sentence}
        response = JsonResponse(body, status=405)
    else:
        response = render(request, "405.html", status=405)
    response["Allow"] = allowed
    return response
