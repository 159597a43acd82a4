"""/healthz: does this process answer, and does it reach its database?"""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

HEALTH_PATH = "/healthz"


class HealthMiddleware:
    """Answers /healthz before hosts are checked, so that a probe may ask by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return health() if request.path == HEALTH_PATH else self.get_response(request)


def health() -> JsonResponse:
    """Return 200 `{"database": "ok"}`, or 503 when the database does not answer. Nothing else is told."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "unreachable"}, status=503)
    return JsonResponse({"database": "ok"})
