"""/rounds/: the admin's rounds, one of them, and the acts that open and close it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import admin_required, may_see_progress, may_steer, rated_now, round_for, rounds_for
from annotation.assignments.progress import RoundProgress, own_tally, progress_of_each, round_progress
from annotation.base.errors import BadInputError
from annotation.base.refusals import ConflictError, RefusedError
from annotation.models import Person, Round, RoundState
from annotation.rounds.changes.moved_rubrics import newer_revisions
from annotation.rounds.changes.retest_consistency import consistencies_of
from annotation.rounds.form_round import RoundForm
from annotation.rounds.open_and_close import close_round, create_round, open_round
from annotation.rounds.reassign import unassigned_items
from annotation.rounds.recent_saves import recent_saves


@require_safe
@admin_required
def round_list(request: HttpRequest) -> HttpResponse:
    rounds = list(rounds_for(request.user).prefetch_related("slots__rater").order_by("-created_at"))
    # Of open rounds only: a list may be long, and a closed round's progress is on its own page.
    own = rated_now(request.user)
    progress = progress_of_each([round for round in rounds if round.is_open and round.pk not in own])
    rows = [{"round": round, "progress": progress.get(round.pk)} for round in rounds]
    return render(request, "annotation/round_list.html", {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def round_new(request: HttpRequest) -> HttpResponse:
    form = RoundForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = _create(request, form)
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The round is made. Look it through, then open it.")
            return redirect("round_detail", name=made.name)
    status = 422 if request.method == "POST" else 200
    return render(request, "annotation/round_new.html", {"form": form}, status=status)


def _create(request: HttpRequest, form: RoundForm) -> Round:
    asked = form.cleaned_data
    return create_round(
        actor=request.user,
        name=asked["name"],
        title=asked["title"],
        purpose=asked["purpose"],
        responses=form.responses(),
        raters=form.raters(),
        seed=asked["seed"],
        guidelines=asked["guidelines"],
        **form.settings(),
    )


@require_safe
@never_cache
@admin_required
def round_detail(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    shows_progress = may_see_progress(request.user, round)
    progress = round_progress(round) if shows_progress else None
    context = {
        "round": round,
        "n_items": len(progress.items) if progress else round.items.firsts().count(),
        "shows_progress": shows_progress,
        "progress": progress,
        "raters": list(zip(progress.slots, progress.tallies, strict=True)) if progress else [],
        "own": None if shows_progress else own_tally(request.user, round),
        "guidelines": round.guidelines.last(),
        "n_moved": 0 if round.is_final else len(newer_revisions(round)),
        "consistencies": _consistencies(round, progress) if progress else [],
        "n_unassigned": len(unassigned_items(round, progress)) if progress else 0,
        "successors": round.successors.exclude(state=RoundState.WITHDRAWN).order_by("created_at"),
    }
    return render(request, "annotation/round_detail.html", context)


def _consistencies(round: Round, progress: RoundProgress) -> list[dict[str, Any]]:
    """Per rater who met repeats; nothing where nobody did."""
    people: list[Person] = [slot.rater for slot in progress.slots]
    pairs = zip(people, consistencies_of(people, round), strict=True)
    return [
        {"rater": person, "consistency": consistency} for person, consistency in pairs if consistency.n_units
    ]


@require_POST
@admin_required
def round_open(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    try:
        open_round(actor=request.user, round=round)
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
    except BadInputError as problem:
        for sentence in problem.problems:
            messages.warning(request, sentence)
    else:
        messages.success(request, "The round is open. Its raters find it under My labelling.")
    return redirect("round_detail", name=name)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admin_required
def round_close(request: HttpRequest, name: str) -> HttpResponse:
    """The holes first; then the explicit word, which names their number."""
    round = round_for(request.user, name)
    if not round.is_open or not may_steer(request.user, round):
        messages.info(request, _why_not(round))
        return redirect("round_detail", name=name)
    problem, status = "", 200
    if request.method == "POST":
        try:
            close_round(actor=request.user, round=round, confirmed_holes=_confirmed(request))
        except ConflictError:
            problem = "The holes have changed since you looked, or were not confirmed. Please look again."
            status = 409
        except RefusedError as refusal:
            messages.warning(request, refusal.sentence)
            return redirect("round_detail", name=name)
        else:
            messages.success(request, "The round is closed. Its labels never change again.")
            return redirect("round_detail", name=name)
    context = {
        "round": round,
        "progress": round_progress(round),
        "problem": problem,
        "recent_saves": recent_saves(round),
    }
    return render(request, "annotation/round_close.html", context, status=status)


def _why_not(round: Round) -> str:
    if not round.is_open:
        return f"The round is {round.get_state_display().lower()}; only an open round can be closed."
    return "You rate in this round. Another admin closes it, so that you do not see yet how far others are."


def _confirmed(request: HttpRequest) -> int:
    """The number of holes that was shown, if the box that accepts them was ticked; none otherwise."""
    holes = request.POST.get("holes", "")
    is_ticked = "accept_holes" in request.POST
    return int(holes) if is_ticked and holes.isascii() and holes.isdigit() and len(holes) < 10 else 0
