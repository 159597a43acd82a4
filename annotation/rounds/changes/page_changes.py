"""What an admin does to a round besides opening and closing: guidelines, rubrics, repeats, the next round."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.access import admin_required, may_steer, round_for
from annotation.base.errors import BadInputError
from annotation.base.refusals import RefusedError
from annotation.models import Round, RoundPurpose
from annotation.rounds.changes.guidelines import revise_guidelines
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from annotation.rounds.changes.moved_rubrics import moved_rubrics
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.changes.retest import DEFAULT_SHARE, add_repeats
from annotation.rounds.form_round import POSITIONS, GuidelinesForm, NextRoundForm, RepeatsForm
from annotation.site.choices import choice_in


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def round_guidelines(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    latest = round.guidelines.last()
    form = GuidelinesForm(request.POST or None, initial={"text": latest.text if latest else ""})
    if request.method == "POST" and form.is_valid():
        try:
            written = revise_guidelines(actor=request.user, round=round, text=form.cleaned_data["text"])
        except RefusedError as refusal:
            messages.warning(request, refusal.sentence)
        else:
            messages.success(request, f"Version {written.number} of the guidelines is what raters read now.")
        return redirect("round_detail", name=name)
    context = {"round": round, "form": form, "versions": round.guidelines.order_by("-number")}
    return render(
        request, "annotation/round_guidelines.html", context, status=422 if request.method == "POST" else 200
    )


@require_safe
@admin_required
def round_rubrics(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    if not may_steer(request.user, round):
        return _left_to_another(request, round)
    moved = [] if round.is_final else moved_rubrics(round)
    return render(request, "annotation/round_rubrics.html", {"round": round, "moved": moved})


@require_POST
@admin_required
def round_move(request: HttpRequest, name: str, task_id: int, number: int) -> HttpResponse:
    """Bring the revision that was previewed into the round."""
    round = round_for(request.user, name)
    if not may_steer(request.user, round):
        return _left_to_another(request, round)
    item = round.items.filter(response__task=task_id).select_related("response__task").first()
    revision = item and item.response.task.rubric_revisions.filter(number=number).first()
    if revision is None:
        raise Http404
    try:
        counts = move_round_to_revision(
            actor=request.user, round=round, task=item.response.task, revision=revision
        )
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
    else:
        messages.success(
            request,
            f"{revision.task.uid} is on revision {number} now: {counts['stands']} labels stand, "
            f"{counts['confirm']} wait for confirmation, {counts['reopened']} are reopened.",
        )
    return redirect("round_rubrics", name=name)


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def round_repeats(request: HttpRequest, name: str) -> HttpResponse:
    round = round_for(request.user, name)
    if not may_steer(request.user, round):
        return _left_to_another(request, round)
    usual = {"share": round.retest_share or DEFAULT_SHARE, "min_days": round.retest_min_days}
    form = RepeatsForm(request.POST or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        try:
            added = add_repeats(actor=request.user, round=round, **form.cleaned_data)
        except RefusedError as refusal:
            messages.warning(request, refusal.sentence)
        else:
            messages.success(request, _repeats_sentence(sum(added.values())))
        return redirect("round_detail", name=name)
    context = {"round": round, "form": form}
    return render(
        request, "annotation/round_repeats.html", context, status=422 if request.method == "POST" else 200
    )


def _left_to_another(request: HttpRequest, round: Round) -> HttpResponse:
    """Back to the round, for an admin who rates in it while there is another admin."""
    messages.info(
        request, "You rate in this round. Another admin does this, so that you do not see how far others are."
    )
    return redirect("round_detail", name=round.name)


def _repeats_sentence(number: int) -> str:
    if not number:
        return "No repeat was added: no rater has finished items of lower severity long enough ago."
    count = "1 repeat was" if number == 1 else f"{number} repeats were"
    return f"{count} mixed into the raters' later sittings."


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def round_reopen(request: HttpRequest, name: str) -> HttpResponse:
    """Begin the next round from a closed one: the same items anew, or those to discuss."""
    round = round_for(request.user, name)
    is_discussion = choice_in(request, "after", ["discussion"], "") == "discussion"
    purpose = RoundPurpose.POST_DISCUSSION if is_discussion else round.purpose
    form = NextRoundForm(request.POST or None, initial=_usual_next(round, is_discussion))
    if request.method == "POST" and form.is_valid():
        try:
            made = reopen_as_new_round(
                actor=request.user,
                round=round,
                name=form.cleaned_data["name"],
                raters=form.raters(),
                purpose=purpose,
            )
        except RefusedError as refusal:
            form.add_error(None, refusal.sentence)
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The new round is made. Labels are carried over when you open it.")
            return redirect("round_detail", name=made.name)
    context = {"round": round, "form": form, "is_discussion": is_discussion}
    return render(
        request, "annotation/round_reopen.html", context, status=422 if request.method == "POST" else 200
    )


def _usual_next(round: Round, is_discussion: bool) -> dict[str, object]:
    slots = {slot.position: slot.rater_id for slot in round.slots.all()}
    name = f"{round.name} after discussion" if is_discussion else f"{round.name} again"
    return {"name": name[:100], **{f"rater_{position}": slots.get(position) for position in POSITIONS}}
