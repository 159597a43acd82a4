"""Importing labels: a closed round with its raters, and nothing that a closed round would not allow."""

import pytest
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.tasks import import_tasks
from annotation.models import Assignment, Label, LabelEvent, Person, Response, Role, Round, RoundItem
from tests.made_tables import label_row, task_row, write_tasks

pytestmark = pytest.mark.both_databases

ROWS = (
    label_row("T1", 1, "1", "1", "0"),
    label_row("T1", 2, "0", "", "1"),
    label_row("T2", 1, "", "", ""),
)


def labels_of(round_name="first"):
    rows = Label.objects.filter(item__round__name=round_name).order_by("criterion__criterion_id", "rater")
    return list(rows.values_list("criterion__criterion_id", "rater__username", "value"))


def repeat_of(item, rater):
    return RoundItem.objects.create(
        round=item.round,
        response=item.response,
        rubric_revision=item.rubric_revision,
        position=item.round.items.count() + 1,
        repeat_of=item,
        repeat_for=rater,
    )


def test_a_new_name_makes_a_closed_round_with_its_raters(bring_labels):
    assert bring_labels(*ROWS) == (3, 0)
    made = Round.objects.get()
    assert (made.name, made.state, made.closed_at is not None) == ("first", "closed", True)
    slots = made.slots.values_list("position", "rater__username")
    assert list(slots) == [(1, "rater_1"), (2, "rater_2"), (3, "rater_3")]
    assert made.items.count() == 2
    assert Assignment.objects.filter(round=made).count() == 6


def test_blank_cells_are_no_labels(bring_labels):
    bring_labels(*ROWS)
    assert labels_of() == [
        ("T1-1", "rater_1", "met"),
        ("T1-1", "rater_2", "met"),
        ("T1-1", "rater_3", "not_met"),
        ("T1-2", "rater_1", "not_met"),
        ("T1-2", "rater_3", "met"),
    ]
    assert set(LabelEvent.objects.values_list("source", "version", "old_value")) == {("import", 1, None)}
    assert LabelEvent.objects.count() == 5


def test_a_table_without_any_label_makes_no_round(bring_labels):
    with pytest.raises(BadInputError, match=r"labels.csv:1:rater_1_met: every rater's cell is empty"):
        bring_labels(label_row("T1", 1, "", "", ""), label_row("T2", 1, "", "", ""))
    assert not Round.objects.exists()
    assert not Person.objects.exists()


def test_a_round_that_was_closed_without_labels_is_still_the_same_as_its_table(bring_labels):
    bring_labels(ROWS[0])
    Label.objects.all().delete()
    assert bring_labels(label_row("T1", 1, "", "", "")) == (0, 0)


def test_imported_raters_cannot_sign_in(bring_labels):
    bring_labels(*ROWS)
    rater = Person.objects.get(username="rater_2")
    assert (rater.is_active, rater.has_usable_password()) == (False, False)
    assert rater.roles == {Role.CLINICIAN}


def test_the_same_file_again_changes_nothing(bring_labels):
    bring_labels(*ROWS)
    assert bring_labels(*ROWS) == (0, 0)
    assert (Label.objects.count(), LabelEvent.objects.count(), Person.objects.count()) == (5, 5, 3)


def test_a_second_round_keeps_the_raters_and_its_own_labels(bring_labels):
    bring_labels(*ROWS)
    assert bring_labels(label_row("T1", 1, "0", "0", "0"), name="second") == (1, 0)
    assert [value for *_, value in labels_of("second")] == ["not_met"] * 3
    assert Person.objects.count() == 3


def test_a_label_of_a_closed_round_never_changes(bring_labels):
    bring_labels(*ROWS)
    with pytest.raises(BadInputError) as refused:
        bring_labels(label_row("T1", 1, "1", "0", "0"), label_row("T1", 2, "0", "1", "1"))
    changed, filled_in = refused.value.problems
    assert "labels.csv:2:rater_2_met: differs from the label in this closed round" in changed
    assert "expected True;" in changed
    assert "labels.csv:3:rater_2_met: differs from the label in this closed round" in filled_in
    assert "expected an empty cell (not labelled);" in filled_in
    assert Label.objects.count() == 5


@pytest.mark.parametrize("again", ["met", "not_met"])
def test_a_label_on_a_repeat_is_none_of_the_tables(bring_labels, again):
    bring_labels(*ROWS)
    label = Label.objects.get(criterion__criterion_id="T1-1", rater__username="rater_1")
    repeat = repeat_of(label.item, label.rater)
    Label.objects.create(
        item=repeat,
        criterion=label.criterion,
        criterion_version=label.criterion_version,
        rater=label.rater,
        value=again,
    )
    assert bring_labels(*ROWS) == (0, 0)
    with pytest.raises(BadInputError, match=r"rater_1_met: differs .* expected True;"):
        bring_labels(label_row("T1", 1, "0", "1", "0"), *ROWS[1:])


def test_a_closed_round_takes_no_further_responses(bring_labels):
    bring_labels(ROWS[0])
    with pytest.raises(BadInputError, match="the response is not in the round first"):
        bring_labels(*ROWS)


def test_cannot_judge_is_a_blank_cell_in_the_table(bring_labels):
    bring_labels(*ROWS)
    Label.objects.filter(criterion__criterion_id="T1-1", rater__username="rater_3").update(
        value="cannot_judge"
    )
    assert bring_labels(label_row("T1", 1, "1", "1", ""), *ROWS[1:]) == (0, 0)


def test_an_open_round_takes_labels_only_from_its_raters(bring_labels):
    Round.objects.create(name="first", state="open", opened_at=timezone.now())
    with pytest.raises(BadInputError, match="The round first is open: its labels come from its raters"):
        bring_labels(*ROWS)


def test_labels_stay_with_the_revision_they_were_made_on(bring_labels, tmp_path):
    bring_labels(*ROWS)
    path = write_tasks(tmp_path / "changed.csv", [task_row("T1", prompts=2, RUBRIC_1="Other words.")])
    import_tasks(source=read_source("tasks", path), actor=None)
    assert bring_labels(*ROWS) == (0, 0)
    pinned = RoundItem.objects.get(response__task__uid="T1").rubric_revision
    assert pinned.number == 1
    with pytest.raises(BadInputError, match="the wording differs from the rubric here"):
        bring_labels(*ROWS, name="second")


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"unique_id": "T9"}, "unique_id: no such task here"),
        ({"model_id": "other/model"}, "model_id: no such response here"),
        ({"attempt_index": 2}, "model_id: no such response here"),
        ({"criterion_id": "T2-1"}, "criterion_id: not a criterion of this task"),
        ({"weight": 3}, "weight: differs from the rubric here, expected 1"),
        ({"rubric_dimension": "Disclaimers"}, "rubric_dimension: differs from the rubric here"),
        ({"criterion_title": "Other."}, "criterion_title: the wording differs"),
    ],
)
def test_rows_that_do_not_fit_the_corpus_are_refused(bring_labels, cells, sentence):
    with pytest.raises(BadInputError, match=f"labels.csv:2:{sentence}"):
        bring_labels(ROWS[0] | cells, *ROWS[1:])
    assert not Round.objects.exists()
    assert not Person.objects.exists()
    assert Response.objects.count() == 2


def test_a_name_that_cannot_stand_in_an_address_is_refused(bring_labels):
    with pytest.raises(BadInputError, match="cannot stand in an address"):
        bring_labels(*ROWS, name="a/b")
