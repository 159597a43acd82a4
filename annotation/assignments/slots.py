"""Whose labels stand in which of the places of an item: the slot's rater, or who took over a hole."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation.models import Assignment, AssignmentState, RaterSlot, Round


@dataclass(frozen=True)
class Places:
    """The raters of a round in slot order, and who stands in for whom: (item, slot's rater) -> rater."""

    raters: list[int]
    stand_ins: dict[tuple[int, int], int]

    def holder(self, item: int, place: int) -> int:
        """The id of the person whose labels count in a place (from 0) of an item."""
        rater = self.raters[place]
        return self.stand_ins.get((item, rater), rater)

    def holders(self, item: int) -> list[int]:
        """The same for every place, in slot order."""
        return [self.holder(item, place) for place in range(len(self.raters))]

    def place_of(self, item: int, rater: int) -> int | None:
        """The place (from 0) in which the person's labels of the item count, or None."""
        holders = self.holders(item)
        return holders.index(rater) if rater in holders else None


def places_of(round: Round) -> Places:
    """Read the places of a round.

    A place belongs to the one who has it now; while nobody has, to the last who had it.
    """
    return places_of_each([round])[round.pk]


def places_of_each(rounds: Iterable[Round]) -> dict[int, Places]:
    """The same for several rounds, by their ids, in as many queries as for one."""
    ids = [round.pk for round in rounds]
    raters: dict[int, list[int]] = {pk: [] for pk in ids}
    for slot in RaterSlot.objects.filter(round__in=ids).order_by("position"):
        raters[slot.round_id].append(slot.rater_id)
    stand_ins = _stand_ins(Assignment.objects.filter(round__in=ids))
    return {pk: Places(raters[pk], stand_ins) for pk in ids}


def _stand_ins(assignments: QuerySet[Assignment]) -> dict[tuple[int, int], int]:
    rows: dict[tuple[int, int], list[Assignment]] = defaultdict(list)
    for assignment in assignments.of_firsts().filter(in_place_of__isnull=False).order_by("pk"):
        rows[assignment.item_id, assignment.in_place_of_id].append(assignment)
    own = assignments.active().filter(in_place_of=None, item__in={item for item, _ in rows})
    still_own = set(own.values_list("item_id", "rater_id"))
    return {key: _last(found).rater_id for key, found in rows.items() if key not in still_own}


def _last(assignments: list[Assignment]) -> Assignment:
    active = [one for one in assignments if one.state == AssignmentState.ACTIVE]
    return (active or assignments)[-1]
