"""How far a round is: the one definition of done, computed from rows for page, API, commands and export.

A unit is answered when its label has a value and stands: *cannot judge* is an answer; a label that waits for
confirmation after a rubric change is not. An item is done for a rater when every criterion of its pinned
revision is answered; a long conversation when it has its label.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from annotation.assignments.slots import RaterSlots, rater_slots_of_each
from annotation.models import (
    Assignment,
    CriterionVersion,
    Label,
    Person,
    RaterSlot,
    Round,
    RoundItem,
    TranscriptLabel,
)
from annotation.models.corpus import response_texts


def with_progress(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Annotate each assignment with `n_units`, `n_answered` and `is_done`."""
    answered = Label.objects.answered().filter(
        item=OuterRef("item"),
        rater=OuterRef("rater"),
        criterion__versions__revision=OuterRef("item__rubric_revision"),
    )
    judged = TranscriptLabel.objects.given().filter(item=OuterRef("item"), rater=OuterRef("rater"))
    is_transcript = Q(item__transcript__isnull=False)
    return assignments.annotate(
        n_units=Case(When(is_transcript, then=Value(1)), default=_count(_criteria(), "revision")),
        n_answered=Case(
            When(is_transcript, then=Case(When(Exists(judged), then=Value(1)), default=Value(0))),
            default=_count(answered, "item"),
        ),
    ).annotate(is_done=Case(When(n_answered=F("n_units"), then=Value(True)), default=Value(False)))


def _criteria() -> QuerySet[CriterionVersion]:
    return CriterionVersion.objects.filter(revision=OuterRef("item__rubric_revision"))


def _count(rows: QuerySet, by: str) -> Coalesce:
    number = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


@dataclass(frozen=True)
class Tally:
    """Items and units of one rater: all, and those done or answered."""

    items: int
    items_done: int
    units: int
    units_answered: int

    @property
    def is_done(self) -> bool:
        return self.items_done == self.items

    @property
    def holes(self) -> int:
        return self.units - self.units_answered


def tally(assignments: QuerySet[Assignment]) -> Tally:
    """Count assignments, whosever they are."""
    return _tally(list(with_progress(assignments).values_list("n_units", "n_answered")))


def own_tally(person: Person, round: Round) -> Tally:
    """What the person has to do in the round and has done; repeats are items like any other to them."""
    return own_tallies(person, [round])[round.pk]


def own_tallies(person: Person, rounds: Iterable[Round]) -> dict[int, Tally]:
    """The same for several rounds, by their ids, in one query."""
    rows: dict[int, list[tuple[int, int]]] = {round.pk: [] for round in rounds}
    own = Assignment.objects.active().filter(round__in=rows, rater=person)
    for pk, *counts in with_progress(own).values_list("round_id", "n_units", "n_answered"):
        rows[pk].append(tuple(counts))
    return {pk: _tally(counts) for pk, counts in rows.items()}


def _tally(rows: list[tuple[int, int]]) -> Tally:
    done = sum(units == answered for units, answered in rows)
    return Tally(len(rows), done, sum(units for units, _ in rows), sum(answered for _, answered in rows))


@dataclass(frozen=True)
class ItemHoles:
    """An item that some slot has not finished: units missing per slot, in slot order."""

    item: RoundItem
    missing: list[int]


@dataclass(frozen=True)
class RoundProgress:
    """A round's slots with their tallies (same order), and the items with holes. Repeats are not counted."""

    slots: list[RaterSlot]
    tallies: list[Tally]
    items: list[ItemHoles]

    @cached_property
    def n_items(self) -> int:
        return self.tallies[0].items if self.tallies else 0

    @cached_property
    def n_units(self) -> int:
        return sum(tally.units for tally in self.tallies)

    @cached_property
    def n_answered(self) -> int:
        return sum(tally.units_answered for tally in self.tallies)

    @property
    def raters(self) -> set[int]:
        """The primary keys of the slots' own raters."""
        return {slot.rater_id for slot in self.slots}

    @property
    def n_holes(self) -> int:
        return self.n_units - self.n_answered

    @property
    def items_with_holes(self) -> list[ItemHoles]:
        return [item for item in self.items if any(item.missing)]


def round_progress(round: Round) -> RoundProgress:
    """Progress of every slot on every item.

    A rater who opted out of an item, or is not assigned it, has left it open like any other hole: why is
    nobody's business. Whoever takes a hole over fills the slot of the one who left it.
    """
    return progress_of_each([round])[round.pk]


def progress_of_each(rounds: Sequence[Round]) -> dict[int, RoundProgress]:
    """The same for several rounds, by their ids, in as many queries as for one."""
    ids = [round.pk for round in rounds]
    slots, items = defaultdict(list), defaultdict(list)
    every = list(RaterSlot.objects.filter(round__in=ids).select_related("rater").order_by("position"))
    for slot in every:
        slots[slot.round_id].append(slot)
    for item in _counted_items(ids):
        items[item.round_id].append(item)
    rows = with_progress(Assignment.objects.filter(round__in=ids).order_by())
    answered = {
        (item, rater): number for item, rater, number in rows.values_list("item_id", "rater_id", "n_answered")
    }
    rater_slots = rater_slots_of_each(rounds, every)
    return {pk: _progress(slots[pk], items[pk], rater_slots[pk], answered) for pk in ids}


def _progress(
    slots: list[RaterSlot],
    items: list[RoundItem],
    rater_slots: RaterSlots,
    answered: dict[tuple[int, int], int],
) -> RoundProgress:
    rows = {
        slot.pk: [
            (item.n_units, answered.get((item.pk, rater_slots.holder(item.pk, number)), 0)) for item in items
        ]
        for number, slot in enumerate(slots)
    }
    holes = [
        ItemHoles(item, [item.n_units - rows[slot.pk][index][1] for slot in slots])
        for index, item in enumerate(items)
    ]
    return RoundProgress(slots, [_tally(rows[slot.pk]) for slot in slots], holes)


def _counted_items(rounds: Sequence[int]) -> QuerySet[RoundItem]:
    """Their items with `n_units`, in order; the texts of responses stay in the database."""
    criteria = CriterionVersion.objects.filter(revision=OuterRef("rubric_revision"))
    return (
        RoundItem.objects.firsts()
        .filter(round__in=rounds)
        .select_related("response__task", "transcript")
        .defer(*response_texts("response"))
        .annotate(
            n_units=Case(When(transcript__isnull=False, then=Value(1)), default=_count(criteria, "revision"))
        )
    )
