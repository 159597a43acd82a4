"""Record what a rater says about one unit: the save behind the pages and the API, for both kinds of item.

Undo is another change, which the page makes and sends: `undo` in static/js/labelling/item.js.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from annotation.assignments.answers import (
    Answer,
    LabelChange,
    TranscriptAnswer,
    TranscriptChange,
    check_change,
    credible_active_ms,
    credible_clock,
)
from annotation.assignments.lock import check_open, locked_assignment, uuid_reused
from annotation.base.lookups import row_or_none
from annotation.base.refusals import ConflictError
from annotation.base.stamps import move_stamps, round_scope
from annotation.labelling.units import ConversationUnit, CriterionUnit, LabelledUnit
from annotation.models import Assignment, EventSource, LabelEvent, Person, TranscriptLabelEvent


@dataclass(frozen=True)
class Saved:
    """The outcome of one change. `is_repeat`: it had been saved before, and nothing happened now."""

    event: LabelEvent | TranscriptLabelEvent
    answer: Any
    is_repeat: bool


@dataclass(frozen=True)
class LabelRequest:
    """One change as a page or a program asks for it. `find` finds the unit once the lock is held."""

    person: Person
    assignment: Assignment
    version: int
    uuid: UUID
    client_at: datetime | None
    active_ms: int
    source: str
    kind: type[LabelledUnit]
    find: Callable[[Assignment], LabelledUnit]


def record_label(
    *,
    person: Person,
    assignment: Assignment,
    criterion: str,
    change: LabelChange,
    version: int,
    uuid: UUID,
    criterion_version: int | None = None,
    client_at: datetime | None = None,
    active_ms: int = 0,
    source: str = EventSource.PAGE,
) -> Saved:
    """Apply `change` to the person's label on `criterion` (its stable id) and append the event.

    `version` is the version of the label the person saw (0: none), `criterion_version` the primary key of the
    words they read (None: unknown, taken as the present ones). A request repeated with the same `uuid` and
    content returns the stored outcome and changes nothing. The event is a label's audit row. Raises

    - NotThereError: not the person's assignment, or a criterion that the pinned rubric does not have;
    - NotNowError: the round is not open;
    - UnusableError: an unknown value, no note with *cannot judge*, a note over 20,000 characters;
    - ConflictError: the label is at another version with other content, the criterion was reworded since the
      person read it, or the `uuid` belongs to another change.
    """
    check_change(change)

    def find(own: Assignment) -> LabelledUnit:
        return CriterionUnit.find(own, person.pk, change, criterion, criterion_version)

    return _record_once(
        LabelRequest(person, assignment, version, uuid, client_at, active_ms, source, CriterionUnit, find)
    )


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
) -> Saved:
    """Apply `change` to the person's label of a long conversation and append the event.

    The same as `record_label`, of an item that is answered as a whole. Raises

    - NotThereError: not the person's assignment, or an item that is no long conversation;
    - NotNowError: the round is not open;
    - UnusableError: a word the round does not offer, a turn the conversation does not have, no note with
      *cannot judge*, a note over 20,000 characters;
    - ConflictError: the label is at another version with other content, or the `uuid` belongs to another
      change.
    """

    def find(own: Assignment) -> LabelledUnit:
        return ConversationUnit.find(own, person.pk, change)

    return _record_once(
        LabelRequest(person, assignment, version, uuid, client_at, active_ms, source, ConversationUnit, find)
    )


def _record_once(request: LabelRequest) -> Saved:
    try:
        with transaction.atomic():
            return _record(request)
    except IntegrityError:  # the uuid is taken: at this moment on another item, or by a client ahead of us
        earlier = row_or_none(request.kind.event_model.objects.filter(uuid=request.uuid))
        if earlier is None:
            raise
        return _repeated(earlier, request.find(request.assignment))


def _record(request: LabelRequest) -> Saved:
    unit = request.find(locked_assignment(request.person, request.assignment))
    label = row_or_none(unit.label_model.objects.filter(**unit.key))
    now = unit.answer_of(label)
    if request.version != now.version:  # what was recorded before has left a higher version behind
        earlier = row_or_none(unit.event_model.objects.filter(uuid=request.uuid))
        if earlier is not None:
            return _repeated(earlier, unit)
    check_open(unit.round_state)
    wanted = now.changed(unit.change)
    if request.version != now.version and (wanted != now or "standing" in unit.change):
        raise ConflictError(
            "This label was changed in another window after you opened this one. "
            "Please choose which of the two to keep.",
            current=now.as_json(),
            asked=dict(unit.change),
        )
    unit.check(now, wanted)
    wanted = replace(wanted, version=now.version + 1)
    _store(label or unit.label_model(**unit.key), unit, wanted)
    move_stamps([round_scope(request.assignment.round_id)])
    return Saved(_append(request, unit, now, wanted), wanted, is_repeat=False)


def _repeated(earlier: LabelEvent | TranscriptLabelEvent, unit: LabelledUnit) -> Saved:
    if not unit.is_recorded_in(earlier):
        raise uuid_reused(unit.change)
    _, answer = unit.answers_in(earlier)
    return Saved(earlier, answer, is_repeat=True)


def _store(label: Any, unit: LabelledUnit, wanted: Answer | TranscriptAnswer) -> None:
    unit.fill(label, wanted)
    label.version = wanted.version
    label.save()


def _append(
    request: LabelRequest,
    unit: LabelledUnit,
    now: Answer | TranscriptAnswer,
    wanted: Answer | TranscriptAnswer,
) -> LabelEvent | TranscriptLabelEvent:
    return unit.event_model.objects.create(
        uuid=request.uuid,
        **unit.key,
        version=wanted.version,
        source=request.source,
        active_ms=credible_active_ms(request.active_ms),
        client_at=credible_clock(request.client_at),
        **unit.event_fields(now, wanted),
    )
