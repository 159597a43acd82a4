"""Where the labelling pages send each answer as it is given and report reading time, and who is signed in.

JSON in, and JSON out whatever happens: anything else would count as "not saved, will retry" in the browser,
for ever.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.access import assignment_to_save
from annotation.base.refusals import NotThereError, RefusedError, UnusableError
from annotation.labelling.form_label import TooLargeError, change_in, read_object, reading_in, whole_change_in
from annotation.labelling.reading import record_reading
from annotation.labelling.record import Saved, record_label, record_transcript_label
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


@require_POST
@never_cache
@json_endpoint
def label_save(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Record one change of one criterion's label; `change_in` describes the body."""
    saved = record_label(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **change_in(sent_object(request)),
    )
    return _outcome(saved)


@require_POST
@never_cache
@json_endpoint
def label_save_whole(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Record one change of a long conversation's label; `whole_change_in` describes the body."""
    saved = record_transcript_label(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **whole_change_in(sent_object(request)),
    )
    return {**_outcome(saved), "is_done": saved.answer.value is not None}


@require_POST
@never_cache
@json_endpoint
def label_reading(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Note active reading time that came with no label; what is lost on the way is not missed."""
    record_reading(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **reading_in(sent_object(request)),
    )
    return {"saved": True}


@require_safe
@never_cache
def session_state(request: HttpRequest) -> JsonResponse:
    """Who is signed in in this browser, and a fresh CSRF token: the old one ends with its session."""
    person = request.user.pseudonym if request.user.is_authenticated else None
    return JsonResponse({"person": person, "csrf": get_token(request)})


@require_safe
@login_required
def signed_in_again(request: HttpRequest) -> HttpResponse:
    """The end of signing in again in a second tab."""
    return render(request, "annotation/signed_in_again.html")


def _outcome(saved: Saved) -> dict[str, Any]:
    return {
        "saved": True,
        "uuid": str(saved.event.uuid),
        "label": saved.answer.as_json(),
        "at": timezone.localtime(saved.event.at).strftime("%H:%M"),
    }
