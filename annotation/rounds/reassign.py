"""Give an item that lacks a rater to another clinician. Why it lacks one is nobody's business."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from annotation.assignments.progress import RoundProgress
from annotation.base.action import action, lock_row, lock_rows
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError, NotThereError, UnusableError
from annotation.care.opt_out import spare_readers
from annotation.models import Assignment, Person, Role, Round, RoundItem
from annotation.models.corpus import response_texts


@dataclass(frozen=True)
class Unassigned:
    """An item with fewer raters than slots, and how many it lacks. Never who."""

    item: RoundItem
    n_places: int


def unassigned_items(round: Round, progress: RoundProgress | None = None) -> list[Unassigned]:
    """The items of an open round that lack a rater, in order; repeats never do.

    progress: of the round, where it is at hand: it has the slots and the items.
    """
    if not round.is_open:
        return []
    slots = set(round.slots.values_list("rater_id", flat=True)) if progress is None else progress.raters
    taken = defaultdict(set)
    active = round.assignments.active()
    for item, rater, in_place_of in active.values_list("item_id", "rater_id", "in_place_of_id"):
        taken[item].add(in_place_of or rater)
    items = _items(round) if progress is None else [entry.item for entry in progress.items]
    in_order = sorted(items, key=lambda item: item.position)
    lacking = [(item, len(slots - taken[item.pk])) for item in in_order]
    return [Unassigned(item, n_places) for item, n_places in lacking if n_places]


def _items(round: Round) -> QuerySet[RoundItem]:
    items = round.items.firsts().select_related("response__task", "transcript")
    return items.defer(*response_texts("response"))


def candidates_for(items: Sequence[RoundItem]) -> dict[int, list[Person]]:
    """Active clinicians who never had the item, by name; for each of the items by its id."""
    had = set(Assignment.objects.filter(item__in=items).values_list("item_id", "rater_id"))
    clinicians = Person.objects.filter(is_active=True, role_grants__role=Role.CLINICIAN)
    people = list(clinicians.order_by("username"))
    return {item.pk: [person for person in people if (item.pk, person.pk) not in had] for item in items}


@action
def reassign_item(*, actor: Person | None, round: Round, item: RoundItem, rater: Person) -> Assignment:
    """Put the item at the end of `rater`'s queue, in the first place that nobody holds.

    Whoever leaves out the item's topic, or left out that very text before, is spared it as always: the item
    then stays unassigned. Raises NotThereError for an item of another round, NotNowError when the round is
    not open or the item has all its raters, UnusableError for somebody who cannot take it.
    """
    round = lock_row(round)
    if not round.is_open:
        raise NotNowError(f"Round {round.name} is not open, so its items stay with their raters.")
    if item.round_id != round.pk or item.is_repeat:
        raise NotThereError("There is no such item in this round.")
    # Whoever takes the item back at this moment holds their assignment: before us or after us, never between.
    rater = lock_row(rater)
    lock_rows(Assignment.objects.filter(item=item))
    if rater not in candidates_for([item])[item.pk]:
        raise UnusableError(f"{rater} cannot take this item. Choose an active clinician who never had it.")
    assignment = Assignment.objects.create(
        round=round,
        item=item,
        rater=rater,
        in_place_of_id=_free_place(round, item),
        **_end_of_queue(rater, round),
    )
    spare_readers(Assignment.objects.filter(pk=assignment.pk))
    record_audit(
        actor=actor,
        verb="reassign_item",
        target=item,
        detail={"round": round.name, "rater": rater.pseudonym},
    )
    return assignment


def _free_place(round: Round, item: RoundItem) -> int:
    active = Assignment.objects.active().filter(item=item)
    taken = {in_place_of or rater for rater, in_place_of in active.values_list("rater_id", "in_place_of_id")}
    slots = round.slots.order_by("position").values_list("rater_id", flat=True)
    free = next((rater for rater in slots if rater not in taken), None)
    if free is None:
        raise NotNowError("This item has all its raters by now.")
    return free


def _end_of_queue(rater: Person, round: Round) -> dict[str, int]:
    last = Assignment.objects.filter(round=round, rater=rater).aggregate(
        order=Max("order"), sitting=Max("sitting")
    )
    return {"order": (last["order"] or 0) + 1, "sitting": last["sitting"] or 1}
