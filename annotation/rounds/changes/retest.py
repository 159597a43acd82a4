"""Show raters some items a second time, to learn how consistent each of them is with themselves."""

from datetime import datetime, timedelta
from decimal import Decimal

import numpy as np
from django.db.models import F, Max
from django.utils import timezone

from annotation.assignments.progress import with_progress
from annotation.assignments.severity import is_heavy_item
from annotation.base.action import action, lock_row, lock_rows
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.care.opt_out import spare_readers
from annotation.models import (
    Assignment,
    AssignmentState,
    LabelEvent,
    Person,
    RaterSlot,
    Round,
    RoundItem,
    RoundState,
)

DEFAULT_SHARE = Decimal("0.05")
_STREAM = 2  # keeps this draw apart from that of the rater's order, which uses the same seed


@action
def add_repeats(
    *, actor: Person | None, round: Round, share: Decimal | None = None, min_days: int | None = None
) -> dict[int, int]:
    """Mix repeats into each rater's later sittings until they make up `share` of the rater's items.

    Repeated are items of lower severity that the rater finished at least `min_days` ago, drawn by the round's
    seed; a rater without such items gets none yet. Without `share` and `min_days` the round's own settings
    hold, or 5 % where it has none. Returns the number of repeats added per rater id. Agreement never counts
    them, and nothing tells the rater that an item is one.
    """
    round = lock_row(round)
    if round.state != RoundState.OPEN:
        raise NotNowError(f"Round {round.name} is {round.state}; repeats go into an open round.")
    share = share if share is not None else round.retest_share or DEFAULT_SHARE
    before = timezone.now() - timedelta(days=round.retest_min_days if min_days is None else min_days)
    lock_rows(Person.objects.filter(slots__round=round))
    lock_rows(round.assignments.all())
    added = {}
    for slot in round.slots.order_by("position"):
        chance = np.random.RandomState([round.seed & 0xFFFFFFFF, round.seed >> 32, slot.position, _STREAM])
        queue = list(_queue(round, slot))
        last_touched = _last_touched(round, slot)
        repeatable = _repeatable(round, queue, last_touched, before)
        missing = _wanted(queue, share)
        chosen = [repeatable[number] for number in chance.permutation(len(repeatable))[:missing]]
        _insert(queue, chosen, set(last_touched), chance)
        repeated = [assignment.item_id for assignment in chosen]
        spare_readers(round.assignments.filter(rater=slot.rater_id, item__repeat_of__in=repeated))
        added[slot.rater_id] = len(chosen)
    detail = {"share": str(share), "added": list(added.values())}
    record_audit(actor=actor, verb="add_repeats", target=round, detail=detail)
    return added


def _queue(round: Round, slot: RaterSlot) -> list[Assignment]:
    """All the rater's assignments in their order, with `is_done`; they are locked."""
    own = with_progress(round.assignments.filter(rater=slot.rater_id))
    return list(own.select_related("round", "item__response__task").order_by("order"))


def _last_touched(round: Round, slot: RaterSlot) -> dict[int, datetime]:
    events = LabelEvent.objects.filter(rater=slot.rater_id, item__round=round).order_by()
    return dict(events.values("item").annotate(last=Max("at")).values_list("item", "last"))


def _repeatable(
    round: Round, queue: list[Assignment], last_touched: dict[int, datetime], before: datetime
) -> list[Assignment]:
    repeated = {assignment.item.repeat_of_id for assignment in queue}
    return [
        assignment
        for assignment in queue
        if assignment.is_done
        and assignment.state == AssignmentState.ACTIVE
        and assignment.item.response_id is not None
        and not assignment.item.is_repeat
        and assignment.item_id not in repeated
        and assignment.item_id in last_touched
        and last_touched[assignment.item_id] <= before
        and not is_heavy_item(assignment.item, round)
    ]


def _wanted(queue: list[Assignment], share: Decimal) -> int:
    originals = sum(not assignment.item.is_repeat for assignment in queue)
    return max(0, int(share * originals + Decimal("0.5")) - (len(queue) - originals))


def _insert(
    queue: list[Assignment], chosen: list[Assignment], begun: set[int], chance: np.random.RandomState
) -> None:
    """Put each repeat behind a random item of a later sitting not reached yet, else into a new sitting."""
    new_sitting = max((assignment.sitting for assignment in queue), default=0) + 1
    for original in chosen:
        reached = max(position for position, assignment in enumerate(queue) if assignment.item_id in begun)
        later = [p for p in range(reached + 1, len(queue)) if queue[p].sitting > original.sitting]
        position = int(chance.choice(later)) if later else len(queue) - 1
        sitting = queue[position].sitting if later else new_sitting
        repeat = Assignment(
            round=original.round, item=_repeat_of(original), rater_id=original.rater_id, sitting=sitting
        )
        queue.insert(position + 1, repeat)
    if chosen:
        _renumber(queue)


def _repeat_of(original: Assignment) -> RoundItem:
    last = original.round.items.aggregate(last=Max("position"))["last"]
    return RoundItem.objects.create(
        round=original.round,
        response_id=original.item.response_id,
        rubric_revision_id=original.item.rubric_revision_id,
        position=last + 1,
        repeat_of=original.item,
        repeat_for_id=original.rater_id,
    )


def _renumber(queue: list[Assignment]) -> None:
    """Give the queue the orders 1 to n. Orders are unique, so rows that exist pass through high numbers."""
    high = len(queue) + max(assignment.order for assignment in queue if assignment.pk)
    kept = [assignment for assignment in queue if assignment.pk]
    Assignment.objects.filter(pk__in=[assignment.pk for assignment in kept]).update(order=F("order") + high)
    for order, assignment in enumerate(queue, start=1):
        assignment.order = order
    Assignment.objects.bulk_update(kept, ["order"])
    Assignment.objects.bulk_create(assignment for assignment in queue if not assignment.pk)
