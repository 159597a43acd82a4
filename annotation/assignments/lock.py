"""What every save of a rater checks first: the item is theirs, the round is open, the number is new."""

from collections.abc import Mapping
from typing import Any

from annotation.base.lookups import row_or_none
from annotation.base.refusals import ConflictError, NotNowError, NotThereError
from annotation.models import Assignment, Person, Round, RoundState


def locked_assignment(person: Person, assignment: Assignment) -> Assignment:
    """The person's assignment with its row locked, or NotThereError.

    The lock lets saves of one rater on one item, the closing of the round and a rubric change take turns,
    without making raters wait for each other.
    """
    own = Assignment.objects.select_for_update(of=("self",), no_key=True).select_related("item")
    locked = row_or_none(own.active().filter(pk=assignment.pk, rater=person))
    if locked is None:
        raise NotThereError("There is no such item among yours.")
    return locked


LABELS_STAY = (
    "This round is not open any more, so its labels stay as they are. Tell the person who runs it if this "
    "answer matters."
)
ITEMS_STAY = "This round is not open any more, so its items stay as they are."


def check_round_open(round_id: int, sentence: str = LABELS_STAY) -> None:
    """Raise NotNowError with `sentence` unless the round is open. To be asked after the lock is held.

    Read in a statement of its own: a closing we waited for must be seen.
    """
    check_open(Round.objects.values_list("state", flat=True).get(pk=round_id), sentence)


def check_open(state: str, sentence: str = LABELS_STAY) -> None:
    """Raise NotNowError with `sentence` unless this is the state of an open round."""
    if state != RoundState.OPEN:
        raise NotNowError(sentence, code="round_closed")


def uuid_reused(change: Mapping[str, Any]) -> ConflictError:
    """The refusal of a change whose number another change has already."""
    return ConflictError(
        "This change carries the number of another change, so it was not saved. Please make it again.",
        current=None,
        asked=dict(change),
        code="uuid_reused",
    )
