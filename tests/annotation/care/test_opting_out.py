"""Leaving out an item or a topic: no reason, no trace, a hole, and a way back."""

from decimal import Decimal

import pytest

from annotation.access import assignments_for
from annotation.assignments.progress import own_tally, round_progress
from annotation.base.refusals import NotNowError, NotThereError, UnusableError
from annotation.care.opt_out import leave_out_item, leave_out_topic, take_item_back, take_topic_back
from annotation.models import Assignment, AssignmentState, AuditEntry, Role, TopicOptOut
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.changes.retest import add_repeats
from annotation.rounds.open_and_close import close_round, create_round, open_round
from annotation.rounds.reassign import reassign_item
from tests.annotation.scene import make_open_round, make_response, make_task, own_assignment, say, say_all
from tests.cast import make_person

pytestmark = pytest.mark.both_databases


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def topics(cast):
    """An open round with one item about grief and one about psychosis."""
    tasks = [make_task("grief"), make_task("psychosis", sub_category="Psychosis")]
    responses = [make_response(task) for task in tasks]
    made = create_round(actor=cast.admin, name="topics", responses=responses, raters=cast.clinicians)
    return open_round(actor=cast.admin, round=made)


def uids(person, round):
    own = assignments_for(person).filter(round=round)
    return set(own.values_list("item__response__task__uid", flat=True))


def test_an_item_left_out_is_gone_and_leaves_a_hole_like_any_other(cast, asha, opened):
    say_all(cast.clinicians[1], opened)
    n_audited, before = AuditEntry.objects.count(), round_progress(opened)
    leave_out_item(person=asha, assignment=own_assignment(asha, opened, "pilot-1"))
    assert uids(asha, opened) == {"pilot-2"}
    assert own_tally(asha, opened).items == 1
    assert round_progress(opened).tallies == before.tallies  # what others see has not changed
    assert AuditEntry.objects.count() == n_audited


def test_it_comes_back_with_the_answers_given_before(asha, opened):
    own = own_assignment(asha, opened, "pilot-1")
    say(asha, opened, "pilot-1-1")
    leave_out_item(person=asha, assignment=own)
    take_item_back(person=asha, assignment=own)
    assert own_tally(asha, opened).units_answered == 1


def test_it_does_not_come_back_once_somebody_took_it_over(cast, asha, opened):
    own = own_assignment(asha, opened, "pilot-1")
    leave_out_item(person=asha, assignment=own)
    reassign_item(actor=cast.admin, round=opened, item=own.item, rater=make_person("noor", Role.CLINICIAN))
    with pytest.raises(NotNowError, match="Somebody else reads this item now"):
        take_item_back(person=asha, assignment=own)


def test_only_the_rater_leaves_out_or_takes_back(cast, asha, opened):
    own = own_assignment(asha, opened, "pilot-1")
    for person in (cast.clinicians[1], cast.admin):
        with pytest.raises(NotThereError):
            leave_out_item(person=person, assignment=own)
    leave_out_item(person=asha, assignment=own)
    with pytest.raises(NotThereError):
        take_item_back(person=cast.admin, assignment=own)
    with pytest.raises(NotThereError):
        leave_out_item(person=asha, assignment=own)


def test_a_closed_round_stays_as_it_is(cast, asha, opened):
    own = own_assignment(asha, opened, "pilot-1")
    close_round(actor=cast.admin, round=opened, confirmed_holes=18)
    with pytest.raises(NotNowError, match="not open any more"):
        leave_out_item(person=asha, assignment=own)


def test_a_topic_left_out_takes_its_unfinished_items_now_and_in_later_rounds(cast, asha, topics):
    assert leave_out_topic(person=asha, sub_category="Grief & Loss") == 1
    assert uids(asha, topics) == {"psychosis"}
    assert uids(cast.clinicians[1], topics) == {"psychosis", "grief"}
    later = make_open_round(cast, name="later")  # two tasks about grief
    assert uids(asha, later) == set()
    assert Assignment.objects.filter(round=later, state=AssignmentState.ACTIVE).count() == 4


def test_what_was_done_before_stays_done(cast, asha, topics):
    for criterion in ("grief-1", "grief-2", "grief-3"):
        say(asha, topics, criterion)
    assert leave_out_topic(person=asha, sub_category="Grief & Loss") == 0
    assert own_tally(asha, topics).items_done == 1


def test_leaving_a_topic_out_twice_and_taking_it_back(cast, asha, topics):
    for _ in range(2):
        leave_out_topic(person=asha, sub_category="Grief & Loss")
    assert TopicOptOut.objects.count() == 1
    take_topic_back(person=asha, sub_category="Grief & Loss")
    take_topic_back(person=asha, sub_category="Grief & Loss")
    assert TopicOptOut.objects.get().ended_at is not None
    assert uids(asha, make_open_round(cast, name="later")) == {"later-1", "later-2"}
    assert uids(asha, topics) == {"psychosis"}  # left out before, and not taken back


def test_an_unknown_topic_is_refused(asha):
    with pytest.raises(UnusableError, match="no such topic"):
        leave_out_topic(person=asha, sub_category="Weather")


def test_a_text_left_out_once_is_left_out_when_it_comes_again(cast, asha, opened):
    leave_out_item(person=asha, assignment=own_assignment(asha, opened, "pilot-1"))
    closed = close_round(actor=cast.admin, round=opened, confirmed_holes=18)
    made = reopen_as_new_round(actor=cast.admin, round=closed, name="again")
    again = open_round(actor=cast.admin, round=made)
    assert uids(asha, again) == {"pilot-2"}
    assert uids(cast.clinicians[1], again) == {"pilot-1", "pilot-2"}
    left_out = Assignment.objects.get(round=again, rater=asha, state=AssignmentState.OPTED_OUT)
    take_item_back(person=asha, assignment=left_out)
    leave_out_topic(person=asha, sub_category="Psychosis")  # does not undo what was taken back
    assert uids(asha, again) == {"pilot-1", "pilot-2"}


def test_a_topic_left_out_does_not_come_back_as_a_repeat(cast, asha, topics):
    for criterion in ("grief-1", "grief-2", "grief-3", "psychosis-1", "psychosis-2", "psychosis-3"):
        say(asha, topics, criterion)
    leave_out_topic(person=asha, sub_category="Grief & Loss")
    leave_out_topic(person=asha, sub_category="Psychosis")
    add_repeats(actor=cast.admin, round=topics, share=Decimal("0.5"), min_days=0)
    own = Assignment.objects.filter(rater=asha, item__repeat_of__isnull=False)
    assert own.exists()
    assert not own.filter(state=AssignmentState.ACTIVE).exists()
    assert own_tally(asha, topics).items == 2
