"""What every endpoint has in common: who may come in, what a body may be, and how a refusal is worded."""

from typing import IO, Any

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView, exception_handler

from annotation.access import assignment_for
from annotation.base.refusals import NotThereError, RefusedError, UnusableError
from annotation.labelling.form_label import (
    JSON_ONLY,
    JSON_ONLY_CODE,
    MAX_BODY_BYTES,
    NOT_JSON,
    TooLargeError,
    read_object,
)
from annotation.models import Assignment, Role


class Session(SessionAuthentication):
    """Sign-in by the site's own session, with a CSRF token for what changes something; 401 without one."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class IsClinician(BasePermission):
    """Whoever holds the role; being a rater of the round is asked by access."""

    message = "Only clinicians label."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user and request.user.is_authenticated and request.user.has_role(Role.CLINICIAN))


class SoundJSONParser(JSONParser):
    """JSON of a sensible size and depth, read as the pages' endpoints read it. Raises RefusedError."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_object(stream.read(MAX_BODY_BYTES + 1))


class PersonThrottle(UserRateThrottle):
    """Far above what a person can do and a full outbox needs; it stops a program that runs away."""


class LabellingView(APIView):
    """Base of the endpoints."""

    authentication_classes = [Session]
    permission_classes = [IsClinician]
    parser_classes = [SoundJSONParser]
    throttle_classes = [PersonThrottle]

    def own(self, request: Request, name: str, item: int) -> Assignment:
        """The caller's own assignment, or 404."""
        return assignment_for(request.user, name, item)


@extend_schema(exclude=True)
class NothingHereView(APIView):
    """Any other address below the API: programs are answered in JSON there too, whoever they are."""

    authentication_classes = []
    permission_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotThereError(NOTHING_HERE)


NOTHING_HERE = (
    "There is nothing at this address. Every address here ends with a slash, and /api/schema/ names them all."
)
# Where the framework's own words leave somebody without a way forward.
WORDS = {
    "not_authenticated": "You are signed out. Sign in on the site first; its session tells who is asking.",
    "not_there": "There is nothing at this address, or nothing of yours.",
    JSON_ONLY_CODE: f"{JSON_ONLY} Tables come in on the page /tables/, or with manage.py import_table.",
    "not_acceptable": "Answers here are JSON and nothing else. Ask for application/json.",
}


def answer_to(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Word every refusal as the pages do: {"saved": false, "code", "sentence"}, and both in a conflict."""
    if isinstance(problem, RequestDataTooBig):
        problem = TooLargeError()
    if isinstance(problem, UnreadablePostError | BadRequest | SuspiciousOperation | MultiPartParserError):
        problem = UnusableError(NOT_JSON)
    if isinstance(problem, RefusedError):
        return Response(problem.as_json(), status=problem.status)
    response = exception_handler(problem, context)
    if response is None:
        return None
    code = problem.get_codes() if isinstance(problem, APIException) else "not_there"
    code = code if isinstance(code, str) else "unusable"
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else response.data
    response.data = {"saved": False, "code": code, "sentence": WORDS.get(code, str(detail))}
    return response
