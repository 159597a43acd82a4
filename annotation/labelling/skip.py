"""Leave an item for later."""

from django.db import transaction
from django.utils import timezone

from annotation.assignments.lock import ITEMS_STAY, check_round_open, locked_assignment
from annotation.models import Assignment, Person


@transaction.atomic
def skip_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Put the item behind the rater's others; it comes back by itself when those are done. Once is enough.

    No audit row: in which order somebody reads is not an act on the data, and nobody else's business. Raises
    NotThereError when it is not theirs, NotNowError when the round is not open.
    """
    locked = locked_assignment(person, assignment)
    check_round_open(locked.round_id, ITEMS_STAY)
    if locked.skipped_at is None:
        locked.skipped_at = timezone.now()
        locked.save(update_fields=["skipped_at"])
    return locked
