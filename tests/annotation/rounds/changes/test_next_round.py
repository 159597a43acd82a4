"""Labelling a closed round anew: labels are carried by rule, the old round stays as it is."""

import pytest

from annotation.assignments.progress import round_progress
from annotation.base.errors import BadInputError
from annotation.base.refusals import NotNowError
from annotation.models import EventSource, Label, LabelEvent, LabelStanding, Role, RoundPurpose
from annotation.rounds.changes.next_round import reopen_as_new_round
from annotation.rounds.open_and_close import close_round, open_round
from tests.annotation.scene import make_open_round, make_task, revise, say, say_all
from tests.cast import make_person

pytestmark = pytest.mark.both_databases


@pytest.fixture
def closed(cast):
    """Two items of two criteria: asha says met throughout, bela too except pilot-1-1, carmen nothing."""
    asha, bela, _ = cast.clinicians
    made = make_open_round(cast, criteria=2)
    say_all(asha, made)
    say(bela, made, "pilot-1-1", "not_met", note="I read it otherwise.")
    say(bela, made, "pilot-1-2")
    return close_round(actor=cast.admin, round=made, confirmed_holes=round_progress(made).n_holes)


def agree_on_item_two(cast, round):
    for rater in cast.clinicians[1:]:
        for criterion in ("pilot-2-1", "pilot-2-2"):
            say(rater, round, criterion)


def test_a_reopened_round_brings_every_label_of_the_same_rater(cast, closed):
    before = list(Label.objects.filter(item__round=closed).order_by("pk").values())
    again = reopen_as_new_round(actor=cast.admin, round=closed, name="pilot again")
    assert again.predecessor == closed
    assert not Label.objects.filter(item__round=again).exists()
    open_round(actor=cast.admin, round=again)
    assert [one.units_answered for one in round_progress(again).tallies] == [4, 2, 0]
    carried = Label.objects.get(
        item__round=again, rater=cast.clinicians[1], criterion__criterion_id="pilot-1-1"
    )
    assert (carried.value, carried.note, carried.standing) == (
        "not_met",
        "I read it otherwise.",
        LabelStanding.STANDS,
    )
    events = LabelEvent.objects.filter(item__round=again)
    assert {event.source for event in events} == {EventSource.CARRY}
    assert events.count() == 6
    assert list(Label.objects.filter(item__round=closed).order_by("pk").values()) == before


def test_labels_are_carried_by_what_happened_to_their_criterion(cast, closed):
    task = closed.items.get(response__task__uid="pilot-1").response.task
    revise(
        task,
        {"pilot-1-1": "It does the first thing.", "pilot-1-2": "It does not do the second."},
        edit_class="meaning",
        classes={"pilot-1-1": "wording", "pilot-1-2": "polarity"},
    )
    again = reopen_as_new_round(actor=cast.admin, round=closed, name="again")
    open_round(actor=cast.admin, round=again)
    asha = Label.objects.filter(item__round=again, rater=cast.clinicians[0])
    found = {label.criterion.criterion_id: (label.value, label.standing) for label in asha}
    assert found == {
        "pilot-1-1": ("met", LabelStanding.CONFIRM),
        "pilot-1-2": (None, LabelStanding.REOPENED),
        "pilot-2-1": ("met", LabelStanding.STANDS),
        "pilot-2-2": ("met", LabelStanding.STANDS),
    }


def test_a_rater_who_was_not_there_before_starts_empty(cast, closed):
    asha, bela, _ = cast.clinicians
    newcomer = make_person("hana", Role.CLINICIAN)
    again = reopen_as_new_round(actor=None, round=closed, name="again", raters=[newcomer, bela, asha])
    open_round(actor=None, round=again)
    assert [one.units_answered for one in round_progress(again).tallies] == [0, 2, 4]


def test_after_the_discussion_only_contested_labels_are_asked_again(cast):
    made = make_open_round(cast, criteria=2)
    for rater in cast.clinicians:
        say_all(rater, made)
    say(cast.clinicians[1], made, "pilot-1-1", "not_met", version=1)  # 2-1; everything else is unanimous
    close_round(actor=cast.admin, round=made)
    task = made.items.get(response__task__uid="pilot-1").response.task
    revise(task, {"pilot-1-1": "Changed since.", "pilot-1-2": "Changed too."}, edit_class="meaning")
    after = reopen_as_new_round(
        actor=cast.admin, round=made, name="after", purpose=RoundPurpose.POST_DISCUSSION
    )
    item = after.items.get()
    assert item.response.task == task
    assert item.rubric_revision.number == 1  # the rubric that was discussed
    open_round(actor=cast.admin, round=after)
    labels = Label.objects.filter(item=item)
    assert {label.standing for label in labels.filter(criterion__criterion_id="pilot-1-1")} == {"confirm"}
    assert {label.standing for label in labels.filter(criterion__criterion_id="pilot-1-2")} == {"stands"}
    assert [one.holes for one in round_progress(after).tallies] == [1, 1, 1]


def test_a_flag_brings_an_item_into_the_discussion(cast):
    made = make_open_round(cast, tasks=1, criteria=1)
    for rater in cast.clinicians:
        say_all(rater, made)
    say(cast.clinicians[2], made, "pilot-1-1", "met", version=1, flagged=True)
    close_round(actor=None, round=made)
    after = reopen_as_new_round(actor=None, round=made, name="a", purpose=RoundPurpose.POST_DISCUSSION)
    assert after.items.count() == 1


def test_nothing_to_discuss_is_said(cast):
    made = make_open_round(cast, tasks=1, criteria=1)
    for rater in cast.clinicians:
        say_all(rater, made)
    close_round(actor=None, round=made)
    with pytest.raises(BadInputError, match="agreed on everything"):
        reopen_as_new_round(actor=None, round=made, name="a", purpose=RoundPurpose.POST_DISCUSSION)


def test_only_a_closed_round_can_be_labelled_anew(cast):
    made = make_open_round(cast)
    make_task("unrelated")
    with pytest.raises(NotNowError, match="only a closed round"):
        reopen_as_new_round(actor=None, round=made, name="again")
