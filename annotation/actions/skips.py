"""Leave an item for later."""

from django.db import transaction
from django.utils import timezone

from annotation.actions.refusals import NotThereError
from annotation.models import Assignment, AssignmentState, Person


@transaction.atomic
def skip_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Put the item behind the rater's others; it comes back by itself when those are done.

    No audit row: in which order somebody reads is not an act on the data, and nobody else's business.
    """
    own = Assignment.objects.select_for_update().filter(
        pk=assignment.pk, rater=person, state=AssignmentState.ACTIVE
    )
    found = own.first()
    if found is None:
        raise NotThereError("There is no such item among yours.")
    found.skipped_at = timezone.now()
    found.save(update_fields=["skipped_at"])
    return found
