"""Where the labelling pages send each answer as it is given and report reading time, and who is signed in."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.labelling.form_label import change_in, reading_in, whole_change_in
from annotation.labelling.json_endpoint import json_endpoint, own_assignment, sent_object
from annotation.labelling.reading import record_reading
from annotation.labelling.record import Saved, record_label, record_transcript_label


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
