"""Rounds of long conversations: making one, and what came of it once it is closed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation.access import admin_required, closed_round_for, rates_open_round, transcripts_for
from annotation.assignments.conversation import long_conversation_of
from annotation.base.errors import BadInputError
from annotation.base.refusals import RefusedError
from annotation.models import Role, Round
from annotation.rounds.transcripts.form_transcripts import TranscriptRoundForm
from annotation.rounds.transcripts.make_and_publish import (
    Published,
    create_transcript_round,
    publish_majority,
)
from annotation.rounds.transcripts.results import TranscriptResult, transcript_results
from annotation.verdicts.accord import Accord


@require_http_methods(["GET", "HEAD", "POST"])
@admin_required
def round_new_long(request: HttpRequest) -> HttpResponse:
    form = TranscriptRoundForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = create_transcript_round(actor=request.user, **form.wanted())
        except BadInputError as problem:
            form.add_error(None, problem.problems)
        else:
            messages.success(request, "The round is made. Look it through, then open it.")
            return redirect("round_detail", name=made.name)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "has_transcripts": transcripts_for(request.user).exists()}
    return render(request, "annotation/round_new_long.html", context, status=status)


def long_discussion(request: HttpRequest, round: Round) -> HttpResponse:
    """/rounds/ROUND/discussion/ of long conversations. The caller has asked whether labels may be context."""
    results = transcript_results(round, request.user)
    is_admin = request.user.has_role(Role.ADMIN)
    sees_published = is_admin and not rates_open_round(request.user)
    context = {
        "round": round,
        "rows": [{"result": result, "evidence": _evidence(result)} for result in results],
        "n_decided": sum(result.majority is not None for result in results),
        "n_to_publish": sum(_is_unpublished(result) for result in results) if sees_published else 0,
        "is_admin": is_admin,
        "sees_published": sees_published,
        "is_contested": any(result.accord != Accord.UNANIMOUS for result in results),
    }
    return render(request, "annotation/long_discussion.html", context)


@require_POST
@admin_required
def round_majority(request: HttpRequest, name: str) -> HttpResponse:
    """Take the majorities as published labels."""
    round = closed_round_for(request.user, name)
    try:
        published = publish_majority(actor=request.user, round=round)
    except RefusedError as refusal:
        messages.warning(request, refusal.sentence)
    else:
        messages.success(request, _words(published))
    return redirect("round_discussion", name=name)


def _evidence(result: TranscriptResult) -> list[dict[str, object]]:
    """The turns that somebody marked, with the letters of those who did."""
    marked = sorted({turn for voice in result.voices for turn in voice.evidence_turns})
    exchanges = {
        exchange.number: exchange for exchange in long_conversation_of(result.item.transcript).exchanges
    }
    return [
        {
            "exchange": exchanges[turn],
            "letters": ", ".join(voice.letter for voice in result.voices if turn in voice.evidence_turns),
        }
        for turn in marked
        if turn in exchanges
    ]


def _is_unpublished(result: TranscriptResult) -> bool:
    return result.majority is not None and result.item.transcript.violation_label is None


def _words(published: Published) -> str:
    counted = (
        (published.filled_in, "One label was published.", "{} labels were published."),
        (published.undecided, "One conversation is undecided.", "{} conversations are undecided."),
        (published.other, "One has another label, which stays.", "{} have another label, which stays."),
    )
    sentences = [singular if n == 1 else plural.format(n) for n, singular, plural in counted if n]
    return " ".join(sentences) or "There was nothing to publish."
