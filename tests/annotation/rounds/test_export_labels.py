"""Exporting labels: only of a closed round, and only what was judged and stands."""

import pytest

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.models import Label, Round
from annotation.rounds.export_labels import labels_table
from annotation.rounds.import_labels import import_labels
from tests.made_tables import label_row, response_row, task_row, write_rows, write_tasks

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def labelled(tmp_path):
    """A closed round on one response, with labels on the first of its six criteria."""
    tasks = write_tasks(tmp_path / "tasks.csv", [task_row("T1")])
    import_tasks(source=read_source("tasks", tasks), actor=None)
    responses = write_rows(tmp_path / "responses.csv", [response_row("T1")])
    import_responses(source=read_source("responses", responses), actor=None)
    labels = write_rows(tmp_path / "labels.csv", [label_row("T1", 1, "1", "0", "1")])
    import_labels(source=read_source("labels", labels), round_name="first", actor=None)
    return Round.objects.get()


@pytest.mark.parametrize("state", ["open", "draft"])
def test_labels_of_a_round_that_is_not_closed_stay_where_they_are(labelled, state):
    Round.objects.update(state=state)
    labelled.refresh_from_db()
    with pytest.raises(BadInputError, match="The round first is not closed"):
        labels_table(labelled)


def test_every_criterion_has_a_row_and_holes_are_blank(labelled):
    table = labels_table(labelled)
    assert table["criterion_id"].tolist() == [f"T1-{n}" for n in range(1, 7)]
    assert table["rater_2_met"].tolist()[0] is False
    assert table.iloc[1:][["met", "rater_1_met", "rater_2_met", "rater_3_met"]].isna().all(axis=None)


@pytest.mark.parametrize("change", [{"value": "cannot_judge"}, {"standing": "confirm"}, {"value": None}])
def test_what_was_not_judged_or_does_not_stand_is_blank_and_outside_the_majority(labelled, change):
    Label.objects.filter(rater__username="rater_1").update(**change)
    row = labels_table(labelled).iloc[0]
    assert row[["rater_1_met", "met"]].isna().all()  # 1 met and 1 not met are left: undecided
    assert (row["rater_2_met"], row["rater_3_met"]) == (False, True)
