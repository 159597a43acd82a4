"""Open a conversation on purpose, after its content note."""

from django.db import transaction
from django.utils import timezone

from annotation.assignments.lock import locked_assignment
from annotation.models import Assignment, Person


@transaction.atomic
def reveal_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Remember that the person chose to read the conversation; the first time counts.

    No audit row: when somebody was ready to read is nobody else's business.
    """
    locked = locked_assignment(person, assignment)
    if locked.revealed_at is None:
        locked.revealed_at = timezone.now()
        locked.save(update_fields=["revealed_at"])
    return locked
