"""Leave out an item or a topic without giving a reason, and take it back.

Nothing here writes an audit row or a log line, and nothing asks why: what somebody does not want to read is
theirs. What others see is a hole that can be given to somebody else.
"""

from django.db.models import QuerySet
from django.utils import timezone

from annotation.assignments.lock import ITEMS_STAY, check_round_open, locked_assignment
from annotation.assignments.progress import with_progress
from annotation.base.action import action, lock_row, lock_rows
from annotation.base.refusals import NotNowError, NotThereError, UnusableError
from annotation.models import Assignment, AssignmentState, Person, RoundState, TopicOptOut
from annotation.vocabulary import SUBCATEGORIES


@action
def leave_out_item(*, person: Person, assignment: Assignment) -> Assignment:
    """Take the item out of the person's queue. Labels they gave stay, until somebody takes the item over.

    Raises NotThereError when it is not theirs, NotNowError when the round is not open.
    """
    lock_row(person)  # so that a round which opens, or a hole given away, sees it
    own = locked_assignment(person, assignment)
    check_round_open(own.round_id, ITEMS_STAY)
    own.state = AssignmentState.OPTED_OUT
    own.save(update_fields=["state"])
    return own


@action
def take_item_back(*, person: Person, assignment: Assignment) -> Assignment:
    """Put an item that was left out back into the person's queue, unless somebody has taken it over."""
    left_out = Assignment.objects.filter(pk=assignment.pk, rater=person, state=AssignmentState.OPTED_OUT)
    locked = lock_rows(left_out)
    if not locked:
        raise NotThereError("You have not left out such an item.")
    (own,) = locked
    check_round_open(own.round_id, ITEMS_STAY)
    if _is_taken_over(own):
        raise NotNowError("Somebody else reads this item now, so it cannot come back.", code="taken_over")
    own.state = AssignmentState.ACTIVE
    own.save(update_fields=["state"])
    return own


@action
def leave_out_topic(*, person: Person, sub_category: str) -> int:
    """Leave the topic out of every round, now and later; return how many unfinished items went with it.

    Items that are done stay done: they have been read.
    """
    _check_topic(sub_category)
    lock_row(person)  # so that a round which opens, or a hole given away, sees it
    TopicOptOut.objects.get_or_create(person=person, sub_category=sub_category, ended_at=None)
    open_ones = Assignment.objects.filter(rater=person, round__state=RoundState.OPEN)
    # A closing that is under way comes first: once it is over, its round is not among the open ones.
    lock_rows(open_ones)
    return _leave_out_topics(open_ones)


@action
def take_topic_back(*, person: Person, sub_category: str) -> None:
    """Let the topic come again in later rounds. Items left out stay so until they are taken back one by
    one."""
    _check_topic(sub_category)
    present = TopicOptOut.objects.present().filter(person=person, sub_category=sub_category)
    present.update(ended_at=timezone.now())


def spare_readers(assignments: QuerySet[Assignment]) -> None:
    """Leave out, of assignments just made, what their raters left out before: by topic, or that very text.

    Runs inside the transaction of whatever made them: the opening of a round, a repeat, a hole given away.
    It has locked the raters, so that what they leave out at this moment comes before it or after it.
    """
    _leave_out_topics(assignments)
    mine = Assignment.objects.filter(rater__in=assignments.values("rater"), state=AssignmentState.OPTED_OUT)
    texts = ("rater_id", "item__response_id", "item__transcript_id")
    before = set(mine.values_list(*texts))
    present = assignments.active().values_list("pk", *texts)
    _opt_out([pk for pk, *text in present if tuple(text) in before])


def _leave_out_topics(assignments: QuerySet[Assignment]) -> int:
    """Leave out the unfinished ones about a topic that their rater leaves out; return how many."""
    topics = set(TopicOptOut.objects.present().values_list("person_id", "sub_category"))
    about = assignments.active().filter(rater__in={person for person, _ in topics})
    rows = with_progress(about).values_list("pk", "rater_id", "item__response__task__sub_category", "is_done")
    return _opt_out([pk for pk, rater, topic, is_done in rows if (rater, topic) in topics and not is_done])


def _opt_out(keys: list[int]) -> int:
    return Assignment.objects.filter(pk__in=keys).update(state=AssignmentState.OPTED_OUT)


def _check_topic(sub_category: str) -> None:
    if sub_category not in SUBCATEGORIES:
        raise UnusableError("There is no such topic. Choose one of the list.")


def _is_taken_over(own: Assignment) -> bool:
    rater = own.in_place_of_id or own.rater_id
    others = Assignment.objects.active().filter(item=own.item_id).exclude(pk=own.pk)
    return others.filter(in_place_of=rater).exists() or others.filter(rater=rater).exists()
