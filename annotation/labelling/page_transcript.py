"""/label/ROUND/ITEM/ of a long conversation: read it, say one thing about it as a whole, mark the evidence.

It works as one plain form. With JavaScript each change is sent on its own, to save_endpoint.py.
"""

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotation.assignments.answers import TranscriptAnswer, transcript_answer_of
from annotation.assignments.conversation import long_conversation_of
from annotation.assignments.neighbours import address_after_save
from annotation.base.refusals import ConflictError, RefusedError
from annotation.labelling.form_answers import transcript_change, typed_transcript_answer, uuid_in
from annotation.labelling.item_context import item_context
from annotation.labelling.record import record_transcript_label
from annotation.models import Assignment, TranscriptLabel, TranscriptLabelEvent
from annotation.site.shortcuts import keys_of
from annotation.vocabulary import CANNOT_JUDGE

# Acts of the labelling page that mean something here, in words of this page.
KEY_WORDS = {
    "next_criterion": "Go to the next turn",
    "previous_criterion": "Go to the previous turn",
    "flag": "Mark the turn as evidence, or take the mark away",
    "reply": "Go to your label",
    "note": "Write a note",
    "undo": "Undo the last change (also Ctrl+Z)",
    "next_item": "Go to the next unfinished item",
    "previous_item": "Go to the previous item",
    "guidelines": "Open the guidelines",
}


@dataclass(frozen=True)
class FormState:
    """What stands in the form: the stored answer, or what was typed and refused."""

    stored: TranscriptAnswer
    typed: TranscriptAnswer
    problem: str = ""
    is_conflict: bool = False


def label_long(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """Show the conversation, or save the form. The caller knows that the assignment is the person's own."""
    if request.method != "POST":
        stored = _stored(assignment)
        return _page(request, assignment, FormState(stored, stored), status=200)
    typed = typed_transcript_answer(request.POST)
    refusal = _save(request, assignment, typed)
    if refusal is None:
        return redirect(address_after_save(request, assignment))
    state = FormState(_stored(assignment), typed, refusal.sentence, isinstance(refusal, ConflictError))
    return _page(request, assignment, state, status=409 if state.is_conflict else 422)


def _save(request: HttpRequest, assignment: Assignment, typed: TranscriptAnswer) -> RefusedError | None:
    change = transcript_change(typed, assignment)
    if not change:
        return None
    try:
        record_transcript_label(
            person=request.user,
            assignment=assignment,
            change=change,
            version=typed.version,
            uuid=uuid_in(request.POST.get("uuid")),
        )
    except RefusedError as refusal:
        return refusal
    return None


def _stored(assignment: Assignment) -> TranscriptAnswer:
    own = TranscriptLabel.objects.filter(item_id=assignment.item_id, rater_id=assignment.rater_id)
    return transcript_answer_of(own.first())


def _page(request: HttpRequest, assignment: Assignment, state: FormState, *, status: int) -> HttpResponse:
    conversation = long_conversation_of(assignment.item.transcript, state.typed.evidence_turns)
    context = {
        **item_context(request, assignment, TranscriptLabelEvent.objects.all()),
        "conversation": conversation,
        "entered": replace(state.typed, version=state.stored.version),
        "stored": state.stored,
        "problem": state.problem,
        "is_conflict": state.is_conflict,
        "answers": _answers(assignment, state.typed.value),
        "uuid": uuid4(),
        "shortcuts": _shortcuts(request, assignment.round.vocabulary),
    }
    return render(request, "annotation/label_long.html", context, status=status)


def _answers(assignment: Assignment, chosen: str | None) -> list[dict[str, Any]]:
    return [
        {"word": word, "key": key, "is_chosen": word == chosen, "needs_note": word == CANNOT_JUDGE}
        for key, word in enumerate(assignment.round.vocabulary, start=1)
    ]


def _shortcuts(request: HttpRequest, words: list[str]) -> list[tuple[str, str]]:
    keys = keys_of(request.user.display)
    answers = [(str(key), f"Say “{word}”") for key, word in enumerate(words, start=1)]
    return [*answers, *((keys[act], text) for act, text in KEY_WORDS.items())]
