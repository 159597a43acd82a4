"""Note how long a rater read, for the exposure meter that only that rater sees."""

from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from annotation.assignments.lock import locked_assignment
from annotation.models import Assignment, Person, ReadingTime

LONGEST = timedelta(hours=1) // timedelta(milliseconds=1)


def record_reading(*, person: Person, assignment: Assignment, uuid: UUID, active_ms: int) -> None:
    """Append active reading time on the person's own assignment; a repeated `uuid` changes nothing.

    Time that came with a label is in the label's event and must not be sent here again. Nothing is counted
    for less than a millisecond, and at most an hour at once. No audit row: it is nobody else's business.
    Raises NotThereError when the assignment is not theirs, or gone by now.
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
