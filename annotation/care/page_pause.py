"""/label/ROUND/pause/: a calm place to stop, and the suggestion that leads to it.

A suggestion stands only between items, asks nothing, and goes when it is set aside; until the same dose has
been read again it does not come back. When it was set aside is kept in the session and nowhere else.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation.access import clinician_required, round_to_label
from annotation.assignments.queue import queue_of
from annotation.care.reader_care import SET_ASIDE


@require_safe
@never_cache
@clinician_required
def label_pause(request: HttpRequest, name: str) -> HttpResponse:
    round = round_to_label(request.user, name)
    queue = queue_of(request.user, round)
    context = {
        "round": round,
        "resume": queue.resume if round.is_open else None,
    }
    return render(request, "annotation/label_pause.html", context)


@require_POST
@clinician_required
def label_pause_aside(request: HttpRequest, name: str) -> HttpResponse:
    """Set the suggestion aside and go back to where it stood."""
    round = round_to_label(request.user, name)
    request.session[SET_ASIDE] = timezone.now().isoformat()
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=False):
        return redirect(back)
    return redirect("label_round", name=round.name)
