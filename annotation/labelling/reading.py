"""What a rater does with an item short of labelling it: open it, spend time with it, leave it for later.

None of it writes an audit row: when, how long and in which order somebody reads is nobody else's business.
"""

from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.assignments.lock import ITEMS_STAY, check_round_open, locked_assignment
from annotation.base.action import action
from annotation.models import Assignment, Person, ReadingTime

LONGEST = timedelta(hours=1) // timedelta(milliseconds=1)


@action
def reveal_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Remember that the person chose to read the conversation after its note; the first time counts."""
    locked = locked_assignment(person, assignment)
    if locked.revealed_at is None:
        locked.revealed_at = timezone.now()
        locked.save(update_fields=["revealed_at"])
    return locked


def record_reading(*, person: Person, assignment: Assignment, uuid: UUID, active_ms: int) -> None:
    """Append active reading time on the person's own assignment; a repeated `uuid` changes nothing.

    Time that came with a label is in the label's event and must not be sent here again. Nothing is counted
    for less than a millisecond, and at most an hour at once. Raises NotThereError when the assignment is not
    theirs, or gone by now.
    """
    credible = min(active_ms, LONGEST)
    if credible <= 0:
        return
    try:
        with transaction.atomic():
            own = locked_assignment(person, assignment)
            ReadingTime.objects.create(uuid=uuid, rater=person, item_id=own.item_id, active_ms=credible)
    except IntegrityError:
        if not ReadingTime.objects.filter(uuid=uuid).exists():
            raise


@action
def skip_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Put the item behind the rater's others; it comes back by itself when those are done. Once is enough.

    Raises NotThereError when it is not theirs, NotNowError when the round is not open.
    """
    locked = locked_assignment(person, assignment)
    check_round_open(locked.round_id, ITEMS_STAY)
    if locked.skipped_at is None:
        locked.skipped_at = timezone.now()
        locked.save(update_fields=["skipped_at"])
    return locked
