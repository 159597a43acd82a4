"""One of my items: its note, its conversation with my labels, and what I do with it short of labelling."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.base import LabellingView
from annotation.api.schema import DONE, REFUSED_BODY, REFUSED_HERE
from annotation.api.shapes import ContentNoteShape, ItemShape, ReadingShape
from annotation.assignments.answers import transcript_answer_of
from annotation.assignments.content_note import content_note_of
from annotation.assignments.conversation import conversation_of, long_conversation_of
from annotation.labelling.criterion_entries import CriterionEntry, entries_in, groups_of
from annotation.labelling.form_label import checked_object, reading_in
from annotation.labelling.reading import record_reading, reveal_item, skip_item
from annotation.models import Assignment, TranscriptLabel


class ContentNoteView(LabellingView):
    @extend_schema(operation_id="get_content_note", responses={200: ContentNoteShape, **REFUSED_HERE})
    def get(self, request: Request, name: str, item: int) -> Response:
        """What the conversation is about, to be shown before it; nothing of its text."""
        return Response(_content_note(self.own(request, name, item)))


class ItemView(LabellingView):
    @extend_schema(operation_id="get_item", responses={200: ItemShape, **REFUSED_HERE})
    def get(self, request: Request, name: str, item: int) -> Response:
        """The conversation, the criteria or words to judge it by, and my own labels."""
        assignment = self.own(request, name, item)
        parts = _of_response(assignment) if assignment.item.transcript is None else _of_transcript(assignment)
        content = {"item": assignment.item_id, "content_note": _content_note(assignment), **parts}
        return Response(ItemShape(content).data)


class RevealView(LabellingView):
    @extend_schema(operation_id="reveal_item", request=None, responses=DONE)
    def post(self, request: Request, name: str, item: int) -> Response:
        """Remember that I opened the conversation after its note; the first time counts."""
        reveal_item(person=request.user, assignment=self.own(request, name, item))
        return Response(status=204)


class SkipView(LabellingView):
    @extend_schema(operation_id="skip_item", request=None, responses=DONE)
    def post(self, request: Request, name: str, item: int) -> Response:
        """Put the item behind my others; it comes back by itself when those are done."""
        skip_item(person=request.user, assignment=self.own(request, name, item))
        return Response(status=204)


class ReadingView(LabellingView):
    @extend_schema(operation_id="report_reading", request=ReadingShape, responses={**DONE, **REFUSED_BODY})
    def post(self, request: Request, name: str, item: int) -> Response:
        """Note active reading time that came with no label, for my own exposure meter."""
        assignment = self.own(request, name, item)
        record_reading(person=request.user, assignment=assignment, **reading_in(checked_object(request.data)))
        return Response(status=204)


def criteria_of(assignment: Assignment) -> list[dict[str, Any]]:
    """The criteria in the order of the page, each with the rater's own label."""
    return [_criterion(entry) for entry in entries_in(groups_of(assignment))]


def _content_note(assignment: Assignment) -> dict[str, Any]:
    note = content_note_of(assignment)
    facts = [{"fact": fact, "words": words} for fact, words in note.facts]
    return {"facts": facts, "sentence": note.sentence, "is_heavy": note.is_heavy}


def _of_response(assignment: Assignment) -> dict[str, Any]:
    turns = conversation_of(assignment.item.response)
    spoken = [
        {
            "number": index // 2 + 1,
            "speaker": "user" if turn.is_user else "assistant",
            "text": turn.text,
            "is_judged": turn.is_final,
        }
        for index, turn in enumerate(turns)
    ]
    return {"turns": spoken, "criteria": criteria_of(assignment), "label": None}


def _of_transcript(assignment: Assignment) -> dict[str, Any]:
    label = TranscriptLabel.objects.filter(item=assignment.item_id, rater=assignment.rater_id).first()
    spoken = [
        {"number": exchange.number, "speaker": speaker, "text": text, "is_judged": False}
        for exchange in long_conversation_of(assignment.item.transcript).exchanges
        for speaker, text in (("user", exchange.user), ("assistant", exchange.assistant))
    ]
    return {"turns": spoken, "criteria": [], "label": transcript_answer_of(label).as_json()}


def _criterion(entry: CriterionEntry) -> dict[str, Any]:
    return {
        "criterion": entry.criterion,
        "criterion_version": entry.version.pk,
        "text": entry.version.text,
        "dimension": entry.version.dimension,
        "standing": entry.standing,
        "former_text": entry.former_text,
        "label": entry.answer.as_json(),
    }
