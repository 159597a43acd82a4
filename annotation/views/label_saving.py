"""Where the labelling page sends each answer as it is given, and asks who is signed in.

Answers are JSON whatever happens, so that the outbox in the browser can tell "saved" from everything else.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.access import assignment_for
from annotation.actions.labels import Saved, record_label
from annotation.actions.refusals import NotThereError, RefusedError
from annotation.forms.label import change_in, read_object
from annotation.models import Assignment, Role
from annotation.progress import with_progress

PERSON_HEADER = "X-Concord-Person"


@require_POST
@never_cache
def label_save(request: HttpRequest, name: str, item: int) -> JsonResponse:
    """Record one change; the body is described in `annotation.forms.label.change_in`."""
    refusal = who_is_refused(request)
    if refusal is not None:
        return refusal
    try:
        assignment = own_assignment(request, name, item)
        saved = record_label(
            person=request.user, assignment=assignment, **change_in(read_object(request.body))
        )
    except RefusedError as refused:
        return JsonResponse(refused.as_json(), status=refused.status)
    return JsonResponse(_outcome(saved, assignment))


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


def who_is_refused(request: HttpRequest) -> JsonResponse | None:
    """Return the answer to somebody who may save nothing here, or None.

    What was kept for one person is never saved as another's, whoever is signed in by now.
    """
    if not request.user.is_authenticated:
        sentence = "You are signed out. Sign in again, and what you answered is sent."
        return JsonResponse({"saved": False, "code": "signed_out", "sentence": sentence}, status=401)
    sender = request.headers.get(PERSON_HEADER)
    if sender is not None and sender != request.user.pseudonym:
        sentence = "Somebody else is signed in in this browser now. Nothing was saved in their name."
        return JsonResponse({"saved": False, "code": "other_person", "sentence": sentence}, status=403)
    if not request.user.has_role(Role.CLINICIAN):
        sentence = "You are no clinician here any more, so labels cannot be saved."
        return JsonResponse({"saved": False, "code": "no_clinician", "sentence": sentence}, status=403)
    return None


def own_assignment(request: HttpRequest, name: str, item: int) -> Assignment:
    """The signed-in person's assignment, or NotThereError."""
    try:
        return assignment_for(request.user, name, item)
    except Http404:
        raise NotThereError("There is no such item among yours.") from None


def _outcome(saved: Saved, assignment: Assignment) -> dict[str, Any]:
    now = with_progress(Assignment.objects.filter(pk=assignment.pk)).get()
    return {
        "saved": True,
        "uuid": str(saved.event.uuid),
        "label": saved.answer.as_json(),
        "at": timezone.localtime(saved.event.at).strftime("%H:%M"),
        "n_answered": now.n_answered,
        "n_units": now.n_units,
        "is_done": now.is_done,
    }
