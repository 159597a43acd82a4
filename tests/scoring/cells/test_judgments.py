"""Importing judgments: one row for a panel's votes, responses made where unknown, no contradictions."""

import pandas as pd
import pytest

from annotation.base.errors import BadInputError
from annotation.models import EvaluatedModel, Response, Task
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from scoring.cells.export_judgments import judgments_table
from scoring.models import Cell, Judgment
from tests.made_tables import judgment_row, judgment_rows, task_row

pytestmark = pytest.mark.both_databases

VOTES = ("111", "110", "100", "1-0", "---", "0--")


def test_judgments_come_in_as_one_row_for_the_votes_of_the_panel(corpus, panel):
    outcome = corpus.judgments(*judgment_rows("T1", *VOTES), panel=panel)
    assert (outcome.created, outcome.changed) == (6, 0)
    stored = Judgment.objects.order_by("criterion_version__position")
    assert list(stored.values_list("votes", flat=True)) == list(VOTES)
    assert Cell.objects.get().response == Response.objects.get(task__uid="T1")


def test_the_same_file_again_changes_nothing(corpus, panel):
    rows = judgment_rows("T1", *VOTES)
    corpus.judgments(*rows, panel=panel)
    computed = Cell.objects.get().computed_at
    outcome = corpus.judgments(*rows, panel=panel)
    assert (outcome.created, outcome.changed) == (0, 0)
    assert Judgment.objects.count() == 6
    assert Cell.objects.get().computed_at == computed


def test_unknown_models_and_responses_are_made_without_their_text(corpus, panel):
    rows = judgment_rows("T1", *VOTES, model="new/one", attempt=2)
    details = corpus.judgments(*rows, panel=panel).details
    assert (details["models"], details["responses"]) == (1, 1)
    made = Response.objects.get(model__model_id="new/one")
    assert (made.attempt, made.final_turn, made.sha256, made.status) == (2, None, "", "ok")
    assert made.model.family == "new"


def test_an_empty_reply_is_known_to_be_empty_whatever_its_status(corpus, panel):
    rows = judgment_rows("T1", *VOTES, model="new/one", empty=True, response_status="error")
    corpus.judgments(*rows, panel=panel)
    made = Response.objects.get(model__model_id="new/one")
    assert (made.final_turn, made.status, made.is_empty) == ("", "error", True)
    assert Cell.objects.get().score == 0


def test_a_recorded_judgment_never_changes(corpus, panel):
    corpus.judgments(*judgment_rows("T1", *VOTES), panel=panel)
    with pytest.raises(
        BadInputError, match=r"judgments.csv:3:judge_2_met: differs from the judgment recorded"
    ):
        corpus.judgments(*judgment_rows("T1", "111", "101", *VOTES[2:]), panel=panel)
    assert Judgment.objects.filter(votes="110").exists()


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"unique_id": "T9"}, "2:unique_id: no such task here"),
        ({"criterion_id": "T1-9"}, "2:criterion_id: not a criterion of this task"),
        ({"weight": 7}, "2:weight: differs from the rubric here, expected 1"),
        ({"criterion_title": "Other."}, "2:criterion_title: the wording differs"),
        ({"rubric_dimension": "Disclaimers"}, "2:rubric_dimension: differs from the rubric here"),
    ],
)
def test_cells_that_repeat_the_corpus_must_agree_with_it(corpus, panel, cells, sentence):
    first, *others = judgment_rows("T1", *VOTES, model="new/one")
    with pytest.raises(BadInputError, match=f"judgments.csv:{sentence}"):
        corpus.judgments(first | cells, *others, panel=panel)
    assert not Judgment.objects.exists()
    assert not EvaluatedModel.objects.filter(model_id="new/one").exists()


def test_metadata_must_agree_with_the_task(corpus, panel):
    with pytest.raises(BadInputError, match=r"judgments.csv:2:age: differs from the task here, expected O18"):
        corpus.judgments(*judgment_rows("T1", *VOTES, age="U18"), panel=panel)


def test_status_and_emptiness_must_agree_with_a_known_response(corpus, panel):
    with pytest.raises(BadInputError) as refused:
        corpus.judgments(*judgment_rows("T1", *VOTES, empty=True), panel=panel)
    assert "judgments.csv:2:empty_response: differs from the response here, expected False" in str(
        refused.value
    )
    assert "judgments.csv:2:response_status: differs from the response here, expected ok" in str(
        refused.value
    )


def test_every_criterion_needs_its_row(corpus, panel):
    with pytest.raises(BadInputError, match="the response has 5 rows, expected 6, one for each criterion"):
        corpus.judgments(*judgment_rows("T1", *VOTES[:5]), panel=panel)


def test_a_table_by_another_number_of_judges_is_refused(corpus, panel):
    with pytest.raises(
        BadInputError, match=f"has 2 judge columns, expected 3, the seats of panel {panel.name}"
    ):
        corpus.judgments(*judgment_rows("T1", *["11"] * 6), panel=panel)


def test_judgments_go_out_as_they_came(corpus, panel):
    rows = [
        row
        for uid in ("T1", "T2")
        for model in ("a 'quoted', \"model\"", "maker/model", "Ä-model")
        for row in judgment_rows(uid, *VOTES, model=model, empty=model.startswith("a"))
    ]
    corpus.judgments(*rows, panel=panel)
    table = judgments_table(panel)
    write_table("judgments", table, corpus.folder / "again.csv")
    write_table("judgments", table, corpus.folder / "again.parquet")
    assert (corpus.folder / "again.csv").read_bytes() == (corpus.folder / "judgments.csv").read_bytes()
    frames = [
        read_table("judgments", corpus.folder / name).frame for name in ("again.parquet", "judgments.csv")
    ]
    pd.testing.assert_frame_equal(*frames)


def test_judgments_on_the_private_holdout_leave_only_by_name(corpus, panel):
    corpus.judgments(*judgment_rows("T1", *VOTES), *judgment_rows("T2", *VOTES), panel=panel)
    Task.objects.filter(uid="T2").update(split="private")
    assert judgments_table(panel)["unique_id"].unique().tolist() == ["T1"]
    assert judgments_table(panel, "private")["unique_id"].unique().tolist() == ["T2"]
    with pytest.raises(BadInputError, match="has no judgments on the tasks asked for"):
        judgments_table(panel, "public")


def test_a_corrected_weight_holds_for_judgments_made_before(corpus, panel):
    corpus.judgments(*judgment_rows("T1", *VOTES), panel=panel)
    corpus.tasks(task_row("T1", RUBRIC_1_WEIGHT=20), task_row("T2"))
    table = judgments_table(panel)
    assert table["weight"].tolist() == [20, 2, 3, 4, 5, 6]
    rows = [
        judgment_row("T1", n, votes, weight=20 if n == 1 else n) for n, votes in enumerate(VOTES, start=1)
    ]
    assert corpus.judgments(*rows, panel=panel).created == 0


def test_after_a_change_of_meaning_the_newest_judgments_count(corpus, panel):
    corpus.judgments(*judgment_rows("T1", *["111"] * 6), panel=panel)
    corpus.tasks(task_row("T1", RUBRIC_1="Other words."), task_row("T2"))
    assert judgments_table(panel)["criterion_title"].tolist()[0] == "Criterion 1 of T1."
    first, *others = judgment_rows("T1", *["000"] * 6)
    assert corpus.judgments(first | {"criterion_title": "Other words."}, *others, panel=panel).created == 6
    table = judgments_table(panel)
    assert table["criterion_title"].tolist()[0] == "Other words."
    assert table["votes_met"].tolist() == [0] * 6
    assert Judgment.objects.count() == 12
