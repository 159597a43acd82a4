"""/rounds/ROUND/unassigned/: items that lack a rater, and the way to give them one. For admins."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.access import admin_required, may_see_progress, people_for, round_for
from annotation.base.refusals import RefusedError
from annotation.models import Round
from annotation.rounds.reassign import candidates_for, reassign_item, unassigned_items


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_unassigned(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    if not may_see_progress(request.user, round):
        raise Http404
    if request.method == "POST":
        try:
            _reassign(request, round)
        except RefusedError as refusal:
            messages.warning(request, refusal.sentence)
        return redirect("round_unassigned", name=name)
    lacking = unassigned_items(round)
    candidates = candidates_for([unassigned.item for unassigned in lacking])
    rows = [{"lacking": unassigned, "candidates": candidates[unassigned.item.pk]} for unassigned in lacking]
    return render(request, "annotation/round_unassigned.html", {"round": round, "rows": rows})


def _reassign(request: HttpRequest, round: Round) -> None:
    item = round.items.filter(pk=_number(request.POST.get("item"))).first()
    rater = people_for(request.user).filter(pk=_number(request.POST.get("rater"))).first()
    if item is None or rater is None:
        messages.warning(request, "Please choose who takes the item.")
        return
    reassign_item(actor=request.user, round=round, item=item, rater=rater)
    messages.success(request, f"Item {item.position} was given to {rater}.")


def _number(sent: Any) -> int:
    return int(sent) if sent and sent.isascii() and sent.isdigit() and len(sent) < 10 else 0
