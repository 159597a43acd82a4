"""Record what a rater says about one criterion of one item: the save behind the page and the API."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from annotation.assignments.label_change import (
    FIELDS,
    Answer,
    LabelChange,
    answer_of,
    check_answer,
    check_change,
    credible_active_ms,
    credible_clock,
)
from annotation.assignments.lock import check_open, locked_assignment, uuid_reused
from annotation.base.lookups import row_or_none
from annotation.base.refusals import ConflictError, NotThereError
from annotation.models import (
    Assignment,
    CriterionVersion,
    EventSource,
    Label,
    LabelEvent,
    LabelStanding,
    Person,
)
from annotation.rounds.changes.carry import CriterionHistory, Fate


@dataclass(frozen=True)
class Saved:
    """The outcome of one change. `is_repeat`: it had been saved before, and nothing happened now."""

    event: LabelEvent
    is_repeat: bool

    @property
    def answer(self) -> Answer:
        event = self.event
        return Answer(event.new_value, event.new_note, event.new_flagged, event.version)


@dataclass(frozen=True)
class Request:
    """One change as a rater's door hands it on."""

    person: Person
    assignment: Assignment
    criterion: str
    change: LabelChange
    version: int
    uuid: UUID
    criterion_version: int | None
    client_at: datetime | None
    active_ms: int
    source: str


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
    request = Request(
        person, assignment, criterion, change, version, uuid, criterion_version, client_at, active_ms, source
    )
    try:
        with transaction.atomic():
            return _record(request)
    except IntegrityError:  # the uuid is taken: at this moment on another item, or by a client ahead of us
        earlier = row_or_none(LabelEvent.objects.filter(uuid=uuid))
        if earlier is None:
            raise
        return _repeated(earlier, request, assignment, _pinned(assignment, criterion))


def _record(request: Request) -> Saved:
    assignment = locked_assignment(request.person, request.assignment)
    pinned = _pinned(assignment, request.criterion)
    place = {"item_id": assignment.item_id, "criterion_id": pinned.criterion_id, "rater": request.person}
    label = row_or_none(Label.objects.filter(**place))
    now = answer_of(label)
    if request.version != now.version:  # what was recorded before has left a higher version behind
        earlier = row_or_none(LabelEvent.objects.filter(uuid=request.uuid))
        if earlier is not None:
            return _repeated(earlier, request, assignment, pinned)
    check_open(pinned.round_state)
    wanted = replace(now, **request.change)
    if request.version != now.version and wanted != now:
        raise ConflictError(
            "This label was changed in another window after you opened this one. "
            "Please choose which of the two to keep.",
            current=now.as_json(),
            asked=dict(request.change),
        )
    check_answer(wanted)
    is_answer = label is None or "value" in request.change
    if is_answer and request.criterion_version not in (None, pinned.pk):
        _check_words(request, pinned, now)
    wanted = replace(wanted, version=now.version + 1)
    _store(label or Label(**place), wanted, pinned, is_answer=is_answer)
    return Saved(_append(request, place, pinned, now, wanted), is_repeat=False)


def _pinned(assignment: Assignment, criterion: str) -> CriterionVersion:
    """The criterion's words in the item's rubric, with the `round_state` beside them.

    Asked of the database after the lock is held: a closing or a rubric change we waited for must be seen.
    """
    versions = CriterionVersion.objects.filter(
        revision__round_items=assignment.item_id, criterion__criterion_id=criterion
    )
    version = row_or_none(versions.annotate(round_state=F("revision__round_items__round__state")))
    if version is None:
        raise NotThereError(
            "The rubric of this item has no such criterion now. Reload the page to see its present criteria."
        )
    return version


def _check_words(request: Request, pinned: CriterionVersion, now: Answer) -> None:
    """Refuse an answer to words that a label on them would not have outlived: it is none to the new ones."""
    versions = CriterionVersion.objects.select_related("revision")
    read = versions.filter(pk=request.criterion_version, criterion=pinned.criterion_id).first()
    history = CriterionHistory([read.revision.task_id] if read else [])
    if read is None or history.fate(read, pinned.revision_id) != Fate.STANDS:
        raise ConflictError(
            "This criterion was reworded while your page was open, so your answer was not saved. "
            "Please reload the page, read the criterion again and answer it anew.",
            current=now.as_json(),
            asked=dict(request.change),
            code="reworded",
        )


def _repeated(
    earlier: LabelEvent, request: Request, assignment: Assignment, pinned: CriterionVersion
) -> Saved:
    place = (request.person.pk, assignment.item_id, pinned.criterion_id)
    is_same_place = (earlier.rater_id, earlier.item_id, earlier.criterion_id) == place
    is_same_content = all(
        getattr(earlier, f"new_{field}") == request.change.get(field, getattr(earlier, f"old_{field}"))
        for field in FIELDS
    )
    if not (is_same_place and is_same_content):
        raise uuid_reused(request.change)
    return Saved(earlier, is_repeat=True)


def _store(label: Label, wanted: Answer, pinned: CriterionVersion, *, is_answer: bool) -> None:
    if is_answer:  # also the same value again: that is how a rater confirms
        label.criterion_version, label.standing = pinned, LabelStanding.STANDS
    label.value, label.note, label.flagged = wanted.value, wanted.note, wanted.flagged
    label.version = wanted.version
    label.save()


def _append(
    request: Request, place: dict[str, object], pinned: CriterionVersion, now: Answer, wanted: Answer
) -> LabelEvent:
    return LabelEvent.objects.create(
        uuid=request.uuid,
        **place,
        criterion_version=pinned,
        version=wanted.version,
        source=request.source,
        active_ms=credible_active_ms(request.active_ms),
        client_at=credible_clock(request.client_at),
        **{f"old_{field}": content for field, content in now.content().items()},
        **{f"new_{field}": content for field, content in wanted.content().items()},
    )
