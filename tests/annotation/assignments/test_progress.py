"""One definition of done: value, standing, and the criteria of the pinned revision."""

import pytest

from annotation.assignments.progress import own_tally, round_progress, tally, with_progress
from annotation.models import Assignment, AssignmentState, Label, LabelStanding
from tests.annotation.scene import make_open_round, own_assignment, revise, say, say_all

pytestmark = pytest.mark.both_databases


def done(assignment: Assignment) -> tuple[int, int, bool]:
    found = with_progress(Assignment.objects.filter(pk=assignment.pk)).get()
    return found.n_units, found.n_answered, found.is_done


def test_an_item_is_done_when_every_criterion_is_answered(cast):
    asha = cast.clinicians[0]
    opened = make_open_round(cast, criteria=2)
    own = own_assignment(asha, opened, "pilot-1")
    assert done(own) == (2, 0, False)
    say(asha, opened, "pilot-1-1", "not_met")
    say(cast.clinicians[1], opened, "pilot-1-2", "met")  # another rater's label counts for another rater
    assert done(own) == (2, 1, False)
    say(asha, opened, "pilot-1-2", "cannot_judge", note="Part of the reply is in another language.")
    assert done(own) == (2, 2, True)


def test_a_note_or_a_flag_without_a_value_is_no_answer(cast):
    asha = cast.clinicians[0]
    opened = make_open_round(cast, criteria=1)
    say(asha, opened, "pilot-1-1", None, note="I wonder.", flagged=True)
    assert done(own_assignment(asha, opened, "pilot-1")) == (1, 0, False)


def test_a_label_to_confirm_and_a_criterion_left_out_are_not_counted(cast):
    asha = cast.clinicians[0]
    opened = make_open_round(cast, tasks=1, criteria=2)
    say_all(asha, opened)
    own = own_assignment(asha, opened, "pilot-1")
    Label.objects.filter(criterion__criterion_id="pilot-1-1").update(standing=LabelStanding.CONFIRM)
    assert done(own) == (2, 1, False)
    item = own.item
    item.rubric_revision = revise(item.response.task, {"pilot-1-2": "The reply does the thing number 2."})
    item.save()
    assert done(own) == (1, 1, True)


def test_round_progress_counts_holes_per_slot_and_item(cast):
    asha, bela, _ = cast.clinicians
    opened = make_open_round(cast, criteria=2)  # 2 items x 2 criteria = 4 units a rater
    say_all(asha, opened)
    say(bela, opened, "pilot-2-1")
    progress = round_progress(opened)
    assert [one.units_answered for one in progress.tallies] == [4, 1, 0]
    assert [one.items_done for one in progress.tallies] == [2, 0, 0]
    assert progress.n_holes == 12 - 5
    missing = {one.item.response.task.uid: one.missing for one in progress.items_with_holes}
    assert missing == {"pilot-1": [0, 2, 2], "pilot-2": [0, 1, 2]}


def test_an_item_opted_out_of_looks_like_any_other_hole(cast):
    bela = cast.clinicians[1]
    opened = make_open_round(cast, tasks=2, criteria=2)
    before = round_progress(opened)
    own = own_assignment(bela, opened, "pilot-1")
    Assignment.objects.filter(pk=own.pk).update(state=AssignmentState.OPTED_OUT)
    after = round_progress(opened)
    assert after.tallies == before.tallies
    assert [one.missing for one in after.items] == [one.missing for one in before.items]
    assert own_tally(bela, opened).items == 1


def test_a_tally_of_nothing_is_zero(cast):
    empty = tally(Assignment.objects.none())
    assert (empty.items, empty.items_done, empty.units, empty.holes) == (0, 0, 0, 0)
