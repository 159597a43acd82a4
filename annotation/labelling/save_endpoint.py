"""Where the labelling page sends each answer as it is given, and asks who is signed in."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.labelling.form_label import change_in
from annotation.labelling.json_endpoint import json_endpoint, own_assignment, sent_object
from annotation.labelling.record import Saved, record_label


@require_POST
@never_cache
@json_endpoint
def label_save(request: HttpRequest, name: str, item: int) -> dict[str, Any]:
    """Record one change; the body is described in `annotation.forms.label.change_in`."""
    saved = record_label(
        person=request.user,
        assignment=own_assignment(request, name, item),
        **change_in(sent_object(request)),
    )
    return _outcome(saved)


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
