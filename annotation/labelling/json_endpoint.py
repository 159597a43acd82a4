"""What the addresses that the outbox sends to have in common: JSON in, and JSON out whatever happens.

Anything else would count as "not saved, will retry" in the browser, for ever.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse, UnreadablePostError

from annotation.access import assignment_to_save
from annotation.base.refusals import NotThereError, RefusedError, UnusableError
from annotation.labelling.form_label import TooLargeError, read_object
from annotation.models import Assignment, Role

PERSON_HEADER = "X-Concord-Person"

Endpoint = Callable[..., dict[str, Any]]


def json_endpoint(save: Endpoint) -> Callable[..., JsonResponse]:
    """A view of `save(request, ...)`, which returns what to answer and raises RefusedError otherwise.

    `takes_json` tells JSONEndpointMiddleware to turn away what is no JSON before it is read.
    """

    @wraps(save)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> JsonResponse:
        refusal = _who_is_refused(request)
        if refusal is not None:
            return refusal
        try:
            return JsonResponse(save(request, *args, **kwargs))
        except RefusedError as refused:
            return JsonResponse(refused.as_json(), status=refused.status)

    answered.takes_json = True
    return answered


def sent_object(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that was sent. Raises TooLargeError or UnusableError."""
    try:
        return read_object(request.body)
    except RequestDataTooBig:
        raise TooLargeError from None
    except UnreadablePostError:
        raise UnusableError("The request broke off on its way. Nothing was saved.") from None


def own_assignment(request: HttpRequest, name: str, item: int) -> Assignment:
    """The signed-in person's assignment, or NotThereError."""
    try:
        return assignment_to_save(request.user, name, item)
    except Http404:
        raise NotThereError("There is no such item among yours.") from None


def _who_is_refused(request: HttpRequest) -> JsonResponse | None:
    """Return the answer to somebody who may save nothing here, or None.

    What was kept for one person is never saved as another's, whoever is signed in by now.
    """
    if not request.user.is_authenticated:
        return _refused(
            401, "signed_out", "You are signed out. Sign in again, and what you answered is sent."
        )
    sender = request.headers.get(PERSON_HEADER)
    if sender is not None and sender != request.user.pseudonym:
        sentence = "Somebody else is signed in in this browser now. Nothing was saved in their name."
        return _refused(403, "other_person", sentence)
    if not request.user.has_role(Role.CLINICIAN):
        return _refused(403, "no_clinician", "You are no clinician here any more, so labels cannot be saved.")
    return None


def _refused(status: int, code: str, sentence: str) -> JsonResponse:
    return JsonResponse({"saved": False, "code": code, "sentence": sentence}, status=status)
