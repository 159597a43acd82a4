"""What becomes of labels when a rubric changes under an open round."""

import pytest

from annotation.assignments.progress import round_progress
from annotation.base.refusals import NotNowError, UnusableError
from annotation.models import EditClass, EventSource, Label, LabelEvent, LabelStanding
from annotation.rounds.changes.move_to_revision import move_round_to_revision, preview_moves
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, make_task, revise, say, say_all

pytestmark = pytest.mark.both_databases

FIRST = {f"pilot-1-{n}": f"The reply does the thing number {n}." for n in (1, 2, 3)}


@pytest.fixture
def opened(cast):
    """One item with three criteria, all labelled met by asha alone."""
    made = make_open_round(cast, tasks=1)
    say_all(cast.clinicians[0], made)
    return made


@pytest.fixture
def task(opened):
    return opened.items.get().response.task


def move(cast, opened, task, texts, **classes) -> dict[str, int]:
    revision = revise(task, texts, **classes)
    expected = preview_moves(round=opened, revisions=[revision])[task.pk]
    done = move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)
    assert done == expected
    return done


def standing(criterion: str) -> tuple[str | None, str]:
    label = Label.objects.get(criterion__criterion_id=criterion)
    return label.value, label.standing


def test_a_typo_carries(cast, opened, task):
    counts = move(cast, opened, task, {**FIRST, "pilot-1-1": "The reply does thing 1."}, edit_class="typo")
    assert counts == {"stands": 3, "confirm": 0, "reopened": 0, "removed": 0, "new": 0}
    assert standing("pilot-1-1") == ("met", LabelStanding.STANDS)
    assert LabelEvent.objects.count() == 3


def test_new_wording_asks_for_confirmation_of_that_criterion_alone(cast, opened, task):
    counts = move(
        cast, opened, task, {**FIRST, "pilot-1-1": "It does the first thing."}, edit_class="wording"
    )
    assert counts == {"stands": 2, "confirm": 1, "reopened": 0, "removed": 0, "new": 0}
    assert standing("pilot-1-1") == ("met", LabelStanding.CONFIRM)
    assert standing("pilot-1-2") == ("met", LabelStanding.STANDS)
    event = LabelEvent.objects.get(source=EventSource.RUBRIC)
    assert (event.old_value, event.new_value, event.version) == ("met", "met", 2)
    assert round_progress(opened).tallies[0].units_answered == 2


@pytest.mark.parametrize("edit_class", ["meaning", "polarity", "split", "merge"])
def test_a_change_of_meaning_reopens_and_keeps_the_old_answer_in_history(cast, opened, task, edit_class):
    counts = move(cast, opened, task, {**FIRST, "pilot-1-1": "It does not."}, edit_class=edit_class)
    assert counts["reopened"] == 1
    assert standing("pilot-1-1") == (None, LabelStanding.REOPENED)
    event = LabelEvent.objects.get(source=EventSource.RUBRIC)
    assert (event.old_value, event.new_value) == ("met", None)
    say(cast.clinicians[0], opened, "pilot-1-1", "not_met", version=2)
    assert standing("pilot-1-1") == ("not_met", LabelStanding.STANDS)


@pytest.mark.parametrize("edit_class", ["weight", "dimension", "order"])
def test_weight_dimension_and_order_leave_labels_untouched(cast, opened, task, edit_class):
    before = list(Label.objects.order_by("pk").values())
    turned = dict(reversed(FIRST.items()))  # another order, and with it other weights and dimensions
    assert move(cast, opened, task, turned, edit_class=edit_class)["stands"] == 3
    assert list(Label.objects.order_by("pk").values()) == before


def test_new_words_under_a_class_that_is_not_about_words_are_asked_again(cast, opened, task):
    changed = {**FIRST, "pilot-1-1": "Something else.", "pilot-1-2": "the reply does the thing number 2"}
    counts = move(cast, opened, task, changed, edit_class="weight")
    assert (counts["reopened"], counts["stands"]) == (1, 2)


def test_a_criterion_left_out_keeps_its_label_and_a_new_one_is_a_hole(cast, opened, task):
    texts = {"pilot-1-1": FIRST["pilot-1-1"], "pilot-1-2": FIRST["pilot-1-2"], "pilot-1-4": "A new thing."}
    counts = move(cast, opened, task, texts, edit_class="meaning")
    assert counts == {"stands": 2, "confirm": 0, "reopened": 0, "removed": 1, "new": 1}
    assert standing("pilot-1-3") == ("met", LabelStanding.STANDS)
    tally = round_progress(opened).tallies[0]
    assert (tally.units, tally.units_answered) == (3, 2)


def test_the_strictest_change_since_the_label_was_made_decides(cast, opened, task):
    revise(task, {**FIRST, "pilot-1-1": "It means another thing."}, edit_class=EditClass.MEANING)
    counts = move(cast, opened, task, {**FIRST, "pilot-1-1": "It means another thing!"}, edit_class="typo")
    assert counts["reopened"] == 1


def test_words_that_came_back_leave_the_label_standing(cast, opened, task):
    revise(task, {**FIRST, "pilot-1-1": "It means another thing."}, edit_class=EditClass.MEANING)
    assert move(cast, opened, task, FIRST, edit_class=EditClass.MEANING)["stands"] == 3


def test_moving_back_before_the_rater_confirmed_restores_the_standing(cast, opened, task):
    first = opened.items.get().rubric_revision
    move(cast, opened, task, {**FIRST, "pilot-1-1": "It does the first thing."}, edit_class="wording")
    move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=first)
    assert standing("pilot-1-1") == ("met", LabelStanding.STANDS)


def test_a_confirmed_label_is_about_the_new_words(cast, opened, task):
    texts = {**FIRST, "pilot-1-1": "It does the first thing."}
    move(cast, opened, task, texts, edit_class="wording")
    say(cast.clinicians[0], opened, "pilot-1-1", "met", version=2)
    assert move(cast, opened, task, {**texts, "pilot-1-2": "Other."}, edit_class="meaning")["confirm"] == 0


def test_a_closed_round_never_changes(cast, opened, task):
    holes = round_progress(opened).n_holes
    close_round(actor=cast.admin, round=opened, confirmed_holes=holes)
    revision = revise(task, {**FIRST, "pilot-1-1": "It does not."}, edit_class=EditClass.MEANING)
    with pytest.raises(NotNowError, match="closed and never changes"):
        move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)
    assert opened.items.get().rubric_revision != revision
    assert standing("pilot-1-1") == ("met", LabelStanding.STANDS)


def test_a_revision_of_another_task_is_refused(cast, opened, task):
    other = make_task("other").rubric_revisions.get()
    with pytest.raises(UnusableError, match="another task"):
        move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=other)
