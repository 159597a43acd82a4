"""Whose labels count in which rater slot of an item: the slot's rater's, or those of who took over a hole."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation.models import Assignment, AssignmentState, RaterSlot, Round


@dataclass(frozen=True)
class RaterSlots:
    """The raters of a round in slot order, and who stands in for whom: (item, slot's rater) -> rater."""

    raters: list[int]
    stand_ins: dict[tuple[int, int], int]

    def holder(self, item: int, slot: int) -> int:
        """The id of the person whose labels count in a slot (from 0) of an item."""
        rater = self.raters[slot]
        return self.stand_ins.get((item, rater), rater)

    def holders(self, item: int) -> list[int]:
        """The same for every slot, in order."""
        return [self.holder(item, slot) for slot in range(len(self.raters))]

    def slot_of(self, item: int, rater: int) -> int | None:
        """The slot (from 0) in which the person's labels of the item count, or None."""
        holders = self.holders(item)
        return holders.index(rater) if rater in holders else None


def rater_slots_of(round: Round) -> RaterSlots:
    """Read the slots of a round.

    A slot belongs to the one who has it now; while nobody has, to the last who had it.
    """
    return rater_slots_of_each([round])[round.pk]


def rater_slots_of_each(
    rounds: Iterable[Round], slots: Iterable[RaterSlot] | None = None
) -> dict[int, RaterSlots]:
    """The same for several rounds, by their ids, in as many queries as for one.

    slots: of these rounds by position, where they are at hand.
    """
    ids = [round.pk for round in rounds]
    raters: dict[int, list[int]] = {pk: [] for pk in ids}
    if slots is None:
        slots = RaterSlot.objects.filter(round__in=ids).order_by("position")
    for slot in slots:
        raters[slot.round_id].append(slot.rater_id)
    stand_ins = _stand_ins(Assignment.objects.filter(round__in=ids))
    return {pk: RaterSlots(raters[pk], stand_ins) for pk in ids}


def _stand_ins(assignments: QuerySet[Assignment]) -> dict[tuple[int, int], int]:
    rows: dict[tuple[int, int], list[Assignment]] = defaultdict(list)
    for assignment in assignments.of_firsts().filter(in_place_of__isnull=False).order_by("pk"):
        rows[assignment.item_id, assignment.in_place_of_id].append(assignment)
    own = assignments.active().filter(in_place_of=None, item__in={item for item, _ in rows})
    still_own = set(own.values_list("item_id", "rater_id"))
    return {key: _last(takers).rater_id for key, takers in rows.items() if key not in still_own}


def _last(assignments: list[Assignment]) -> Assignment:
    active = [assignment for assignment in assignments if assignment.state == AssignmentState.ACTIVE]
    return (active or assignments)[-1]
