"""Record what a rater says about a long conversation as a whole: the save behind the page and the API."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from annotation.assignments.label_change import credible_active_ms, credible_clock
from annotation.assignments.lock import check_round_open, locked_assignment, uuid_reused
from annotation.assignments.transcript_change import (
    TranscriptAnswer,
    TranscriptChange,
    check_transcript_answer,
    sound_change,
    transcript_answer_of,
)
from annotation.base.lookups import row_or_none
from annotation.base.refusals import ConflictError, NotThereError
from annotation.models import (
    Assignment,
    EventSource,
    Person,
    RoundKind,
    TranscriptLabel,
    TranscriptLabelEvent,
)


@dataclass(frozen=True)
class TranscriptSaved:
    """The outcome of one change. `is_repeat`: it had been saved before, and nothing happened now."""

    event: TranscriptLabelEvent
    is_repeat: bool

    @property
    def answer(self) -> TranscriptAnswer:
        return TranscriptAnswer.of(self.event.new, self.event.version)


@dataclass(frozen=True)
class Request:
    """One change as a rater's door hands it on."""

    person: Person
    assignment: Assignment
    change: Mapping[str, Any]
    version: int
    uuid: UUID
    client_at: datetime | None
    active_ms: int
    source: str


def record_transcript_label(
    *,
    person: Person,
    assignment: Assignment,
    change: TranscriptChange,
    version: int,
    uuid: UUID,
    client_at: datetime | None = None,
    active_ms: int = 0,
    source: str = EventSource.PAGE,
) -> TranscriptSaved:
    """Apply `change` to the person's label of a long conversation and append the event.

    `version` is the version of the label the person saw (0: none). A request repeated with the same `uuid`
    and content returns the stored outcome and changes nothing. The event is the label's audit row. Raises

    - NotThereError: not the person's assignment, or an item that is no long conversation;
    - NotNowError: the round is not open;
    - UnusableError: a word the round does not offer, a turn the conversation does not have, no note with
      *cannot judge*, a note over 20,000 characters;
    - ConflictError: the label is at another version with other content, or the `uuid` belongs to another
      change.
    """
    request = Request(person, assignment, change, version, uuid, client_at, active_ms, source)
    try:
        with transaction.atomic():
            return _record(request)
    except IntegrityError as problem:  # the same uuid at the same moment on another item
        if TranscriptLabelEvent.objects.filter(uuid=uuid).exists():
            raise uuid_reused(change) from problem
        raise


def _record(request: Request) -> TranscriptSaved:
    assignment = locked_assignment(request.person, request.assignment)
    change = _sound(request, assignment)
    earlier = row_or_none(TranscriptLabelEvent.objects.filter(uuid=request.uuid))
    if earlier is not None:
        return _repeated(earlier, request, assignment, change)
    check_round_open(assignment.round_id)
    place = {"item_id": assignment.item_id, "rater": request.person}
    label = row_or_none(TranscriptLabel.objects.filter(**place))
    now = transcript_answer_of(label)
    wanted = TranscriptAnswer.of(now.content() | change, now.version)
    if request.version != now.version and wanted != now:
        raise ConflictError(
            "This label was changed in another window after you opened this one. "
            "Please choose which of the two to keep.",
            current=now.as_json(),
            asked=dict(change),
        )
    check_transcript_answer(wanted)
    wanted = replace(wanted, version=now.version + 1)
    _store(label or TranscriptLabel(**place), wanted)
    return TranscriptSaved(_append(request, place, now, wanted), is_repeat=False)


def _sound(request: Request, assignment: Assignment) -> TranscriptChange:
    if assignment.round.kind != RoundKind.TRANSCRIPTS:
        raise NotThereError("This item is no long conversation; its labels are about criteria.")
    turns = assignment.item.transcript.turns.values_list("turn_index", flat=True)
    return sound_change(request.change, words=assignment.round.vocabulary, turns=list(turns))


def _repeated(
    earlier: TranscriptLabelEvent, request: Request, assignment: Assignment, change: TranscriptChange
) -> TranscriptSaved:
    is_same_place = (earlier.rater_id, earlier.item_id) == (request.person.pk, assignment.item_id)
    if not is_same_place or earlier.new != earlier.old | change:
        raise uuid_reused(change)
    return TranscriptSaved(earlier, is_repeat=True)


def _store(label: TranscriptLabel, wanted: TranscriptAnswer) -> None:
    label.value, label.note = wanted.value, wanted.note
    label.evidence_turns = list(wanted.evidence_turns)
    label.version = wanted.version
    label.save()


def _append(
    request: Request, place: dict[str, Any], now: TranscriptAnswer, wanted: TranscriptAnswer
) -> TranscriptLabelEvent:
    return TranscriptLabelEvent.objects.create(
        uuid=request.uuid,
        **place,
        old=now.content(),
        new=wanted.content(),
        version=wanted.version,
        source=request.source,
        active_ms=credible_active_ms(request.active_ms),
        client_at=credible_clock(request.client_at),
    )
