"""Grading from files alone: five responses of two models, worked out by hand."""

import csv

import numpy as np
import pandas as pd
import pytest

from annotation.base.errors import BadInputError
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_layout, write_table
from annotation.tables.judgments import CELL_SCORES
from calibration.panels.manifest import PanelManifest
from scoring.cells.cells_from_votes import cells_from_judgments
from scoring.grading.grade import GradeResult, grade, means_of_models
from tests.annotation.tables.builders import read_rows, response, said, task, vote

JUDGES = ["acme/j1", "acme/j2", "brook/j3"]
PANEL = PanelManifest({"judges": [{"id": judge} for judge in JUDGES]})
VOTE_WORDS = {"1": "True", "0": "False", "-": ""}

# (task, model, attempt): the votes on each criterion, one character a judge; "" is a pair without rows.
VOTES = {
    ("T1", "m1", "1"): ["110", "10-", "---"],
    ("T1", "m1", "2"): ["111", "111", "111"],  # the response is empty
    ("T2", "m1", "1"): ["111", "000"],
    ("T1", "m2", "1"): ["1--", "1--", "1--"],  # only one judge
    ("T2", "m2", "1"): ["---", ""],  # no vote at all
}


@pytest.fixture
def tasks(tmp_path) -> pd.DataFrame:
    weights = {"RUBRIC_1_WEIGHT": "8", "RUBRIC_2_WEIGHT": "3", "RUBRIC_3_WEIGHT": "5"}
    second = {"RUBRIC_1_WEIGHT": "4", "RUBRIC_2_WEIGHT": "6", "AGE": "U18"}
    return read_rows(
        "tasks", tmp_path, [task("T2", criteria=2, **second), task("T1", criteria=3, **weights)]
    ).frame


@pytest.fixture
def responses(tmp_path) -> pd.DataFrame:
    rows = [response(uid, model, attempt) for uid, model, attempt in reversed(VOTES)]
    rows[3] |= {"response": " \n", "response_status": "empty"}
    return read_rows("responses", tmp_path, rows).frame


@pytest.fixture
def votes(tmp_path) -> pd.DataFrame:
    rows = [
        vote(judge, number, uid, model_id=model, attempt_index=attempt, met=VOTE_WORDS[sign])
        for (uid, model, attempt), signs in VOTES.items()
        for number, of_judges in enumerate(signs, start=1)
        for judge, sign in zip(JUDGES, of_judges, strict=False)
    ]
    return read_rows("votes", tmp_path, rows).frame


@pytest.fixture
def graded(tasks, responses, votes) -> GradeResult:
    return grade(tasks, responses, votes, PANEL, draws=200)


def test_votes_of_a_judge_who_is_not_on_the_panel_are_refused_by_name_and_row(
    tmp_path, tasks, responses, votes
):
    strange = votes.copy()
    strange.loc[[4, 6], "judge"] = "other/j9"
    with pytest.raises(BadInputError) as refused:
        grade(tasks, responses, strange, PANEL, draws=0)
    assert refused.value.problems == [
        "votes:4:judge: other/j9 is not on the panel (rows of it: 2), expected one of: acme/j1; acme/j2; "
        "brook/j3; correct the name, take the rows out, or leave them aside with --ignore-other-judges"
    ]
    result = grade(tasks, responses, strange, PANEL, draws=0, ignore_other_judges=True)
    assert result.other_judges == {"other/j9": 2}
    n_rows = sum(row.votes + row.no_votes for row in result.coverage)
    assert n_rows == len(votes) - 2 - 9  # nine are about the empty reply


def test_a_panel_judge_without_a_vote_is_refused_unless_that_is_wanted(tasks, responses, votes):
    silent = votes[votes["judge"] != "brook/j3"]
    with pytest.raises(
        BadInputError, match=r"brook/j3 is on the panel and has no vote on any of the 10"
    ) as refused:
        grade(tasks, responses, silent, PANEL, draws=0)
    assert "--allow-silent-judges" in refused.value.problems[-1]
    result = grade(tasks, responses, silent, PANEL, draws=0, allow_silent_judges=True)
    assert result.judgments["judge_3_met"].isna().all()
    one_vote = pd.concat([silent, votes[votes["judge"] == "brook/j3"].head(1)])
    assert grade(tasks, responses, one_vote, PANEL, draws=0).coverage[2].votes == 1


def test_rows_without_a_vote_are_no_votes(tasks, responses, votes):
    mute = votes.copy()
    mute.loc[mute["judge"] == "acme/j1", "met"] = pd.NA
    with pytest.raises(BadInputError, match=r"acme/j1 .* \(9 rows without a vote, 1 pairs without a row\)"):
        grade(tasks, responses, mute, PANEL, draws=0)


def test_where_every_reply_is_empty_nobody_has_to_vote(tasks, responses, votes):
    empty = responses[responses["response_status"] == "empty"]
    result = grade(tasks, empty, votes.head(0), PANEL, draws=0)
    assert [row.as_json()["pairs"] for row in result.coverage] == [0, 0, 0]
    assert result.cells.frame["score"].tolist() == [0.0]


def test_coverage_counts_votes_rows_without_one_and_pairs_without_a_row(graded):
    # 13 pairs, of which 3 belong to an empty reply, which needs no judge.
    found = [(row.judge, row.pairs, row.votes, row.no_votes, row.missing) for row in graded.coverage]
    assert found == [
        ("acme/j1", 10, 7, 2, 1),
        ("acme/j2", 10, 4, 5, 1),
        ("brook/j3", 10, 3, 6, 1),
    ]
    assert graded.votes_left_out == 0


def test_votes_about_replies_that_are_not_graded_are_counted(tasks, responses, votes):
    some = responses[responses["model_id"] == "m1"]
    result = grade(tasks, some, votes, PANEL, draws=0)
    assert result.votes_left_out == (votes["model_id"] == "m2").sum() > 0
    assert [row.pairs for row in result.coverage] == [5, 5, 5]


def test_an_error_without_text_has_no_score_whatever_the_judges_said(tasks, responses, votes):
    """T2 of m1 was never received: 2 rows without a verdict, no score, left out of the mean and counted."""
    where = (responses["unique_id"] == "T2") & (responses["model_id"] == "m1")
    lost = responses.copy()
    lost.loc[where, ["response", "assistant_turns"]] = ""
    for status, verdict, score, included in (("error", None, None, False), ("empty", False, 0.0, True)):
        lost.loc[where, "response_status"] = status
        result = grade(tasks, lost, votes, PANEL, draws=0)
        rows = result.judgments.query("unique_id == 'T2' and model_id == 'm1'")
        cell = result.cells.frame.query("unique_id == 'T2' and model_id == 'm1'").iloc[0]
        assert [None if pd.isna(value) else value for value in rows["panel_verdict"]] == [verdict] * 2
        assert rows["empty_response"].tolist() == [included] * 2
        assert (None if pd.isna(cell["score"]) else cell["score"]) == score
        assert (cell["included"], cell["empty_response"]) == (included, included)
        assert result.not_received == (not included)


def test_every_criterion_of_every_response_has_a_row(graded):
    rows = graded.judgments
    assert len(rows) == 3 + 3 + 3 + 2 + 2
    assert rows["unique_id"].tolist() == ["T1"] * 9 + ["T2"] * 4
    assert rows["model_id"].tolist() == ["m1"] * 6 + ["m2"] * 3 + ["m1"] * 2 + ["m2"] * 2
    assert rows["criterion_id"].tolist()[:4] == ["T1-C1", "T1-C2", "T1-C3", "T1-C1"]


def test_verdicts_follow_the_rules(graded):
    verdicts = (
        graded.judgments["panel_verdict"]
        .astype(object)
        .where(graded.judgments["panel_verdict"].notna(), None)
    )
    assert verdicts.tolist() == [
        *(True, False, None),  # 2 of 3; one against one; nobody
        *(False, False, False),  # empty, whatever the judges said
        *(True, True, True),
        *(True, False),
        *(None, None),
    ]
    assert graded.judgments["judges_voting"].tolist() == [3, 2, 0, 3, 3, 3, 1, 1, 1, 3, 3, 0, 0]
    assert graded.judgments["votes_met"].tolist() == [2, 1, 0, 3, 3, 3, 1, 1, 1, 3, 0, 0, 0]


def test_judgments_are_a_sound_table(tmp_path, graded):
    write_table("judgments", graded.judgments, tmp_path / "verdicts.csv")
    result = read_table("judgments", tmp_path / "verdicts.csv")
    assert said(result) == []
    pd.testing.assert_frame_equal(result.frame.reset_index(drop=True), graded.judgments)
    assert result.frame.groupby("unique_id")["age"].first().to_dict() == {"T1": "O18", "T2": "U18"}


def test_cells(tmp_path, graded):
    write_layout(CELL_SCORES, graded.cells.frame, tmp_path / "cell_scores.csv")
    with (tmp_path / "cell_scores.csv").open(newline="") as written:
        rows = list(csv.reader(written))
    assert ",".join(rows[0]) == (
        "unique_id,model_id,attempt_index,weight_met,weight_voted,score,judges,included,empty_response"
    )
    assert [row[3:5] + row[6:] for row in rows[1:]] == [
        ["8", "11", "3", "True", "False"],  # the criterion of weight 5 is in neither sum
        ["0", "16", "3", "True", "True"],
        ["16", "16", "1", "False", "False"],
        ["4", "10", "3", "True", "False"],
        ["0", "0", "0", "False", "False"],
    ]
    assert [row[5] and float(row[5]) for row in rows[1:]] == [8 / 11, 0.0, 1.0, 0.4, ""]


def test_sums_within_dimensions(graded):
    # T1: Identification 8 + 5, Actionable resources 3; T2: 4 and 6
    assert graded.cells.dimension_met[:, [0, 3]].tolist() == [[8, 0], [0, 0], [13, 3], [4, 0], [0, 0]]
    assert graded.cells.dimension_voted[:, [0, 3]].tolist() == [[8, 3], [13, 3], [13, 3], [4, 6], [0, 0]]
    assert list(graded.cells.dimension_scores) == ["Identification", "Actionable resources"]


def test_means_of_models(graded):
    first, second = graded.means["models"]
    assert first["model_id"] == "m1"
    assert first["mean"] == pytest.approx((8 / 11 + 0 + 0.4) / 3)
    assert (first["cells"], first["cells_left_out"]) == (3, 0)
    assert first["dimensions"]["Identification"]["value"] == pytest.approx(2 / 3)
    assert first["dimensions"]["Actionable resources"]["value"] == 0.0
    assert second["model_id"] == "m2"
    assert (second["mean"], second["reason"], second["cells"], second["cells_left_out"]) == (
        None,
        "no_data",
        0,
        2,
    )


def test_the_interval_draws_tasks(graded):
    drawn = np.random.RandomState(20260714).randint(0, 2, size=(200, 2))
    sums, cells = np.array([8 / 11, 0.4])[drawn], np.array([2, 1])[drawn]
    low, high = np.percentile(sums.sum(axis=1) / cells.sum(axis=1), [2.5, 97.5])
    first = graded.means["models"][0]
    assert (first["low"], first["high"]) == (pytest.approx(low), pytest.approx(high))
    assert (graded.means["draws"], graded.means["seed"], graded.means["n_tasks"]) == (200, 20260714, 2)


def test_a_judgments_table_gives_the_same_cells_in_any_row_order(graded):
    shuffled = graded.judgments.sample(frac=1, random_state=3)
    cells = cells_from_judgments(shuffled)
    pd.testing.assert_frame_equal(cells.frame, graded.cells.frame)
    assert cells.dimension_met.tolist() == graded.cells.dimension_met.tolist()
    assert means_of_models(cells, 200) == graded.means


def test_a_published_verdict_is_not_trusted(graded):
    doctored = graded.judgments.assign(panel_verdict=True)
    pd.testing.assert_frame_equal(cells_from_judgments(doctored).frame, graded.cells.frame)


def test_no_votes_at_all(tasks, responses, votes):
    result = grade(tasks, responses, votes.iloc[:0], PANEL, draws=10, allow_silent_judges=True)
    assert result.cells.frame["included"].tolist() == [
        False,
        True,
        False,
        False,
        False,
    ]  # the empty one counts
    assert result.means["models"][0]["mean"] == 0.0


def test_votes_and_responses_about_the_unknown_are_refused(tasks, responses, votes):
    strange = votes.assign(criterion_id=votes["criterion_id"].replace("T2-C2", "T2-C9"))
    with pytest.raises(BadInputError) as refused:
        grade(tasks, responses.assign(unique_id=responses["unique_id"].replace("T2", "T7")), strange, PANEL)
    assert refused.value.problems[0] == (
        "responses:2:unique_id: no such task here, expected a task that was imported before"
    )
    assert refused.value.problems[-1].startswith("votes:")
    assert "not a criterion of this task" in refused.value.problems[-1]


def test_a_panel_that_was_altered_grades_nothing(tasks, responses, votes):
    with pytest.raises(BadInputError, match="its sha256 does not fit its content"):
        grade(tasks, responses, votes, PanelManifest({**PANEL.content, "sha256": "0" * 64}))
