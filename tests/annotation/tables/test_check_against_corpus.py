"""Tables in the light of the corpus they are about."""

import json

import pytest

from annotation.tables.check_against_corpus import check_against, index_of
from tests.annotation.tables.builders import judgment, label, read_rows, response, said, task, vote


@pytest.fixture
def index(tmp_path):
    return index_of(read_rows("tasks", tmp_path, [task("T1"), task("T2", prompts=2)]).frame)


def against(kind, tmp_path, rows, index):
    result = read_rows(kind, tmp_path, rows)
    assert said(result) == []
    problems, warnings = check_against(kind, result.frame, index, "f.csv")
    return [str(problem) for problem in problems], [str(warning) for warning in warnings]


def test_a_sound_table_has_none(tmp_path, index):
    six = range(1, 7)
    assert against("labels", tmp_path, [label(criterion=n) for n in six], index) == ([], [])
    assert against("votes", tmp_path, [vote(criterion=n) for n in six], index) == ([], [])
    assert against("judgments", tmp_path, [judgment(criterion=n) for n in six], index) == ([], [])
    assert against("responses", tmp_path, [response()], index) == ([], [])


def test_an_unknown_task(tmp_path, index):
    line = "f.csv:3:unique_id: no such task here, expected a task that was imported before"
    assert against("responses", tmp_path, [response(), response("T9")], index) == ([line], [])
    assert against("votes", tmp_path, [vote(), vote(uid="T9")], index) == ([line], [])


def test_a_vote_for_an_unknown_criterion(tmp_path, index):
    rows = [vote(), vote(criterion_id="T1-C7"), vote(criterion_id="T2-C1")]
    message = "criterion_id: not a criterion of this task, expected one of its rubric"
    assert against("votes", tmp_path, rows, index) == ([f"f.csv:3:{message}", f"f.csv:4:{message}"], [])


def test_weight_dimension_and_wording(tmp_path, index):
    rows = [
        label(weight="7"),
        label(criterion=2, rubric_dimension="Disclaimers"),
        label(criterion=3, criterion_title="Reworded"),
    ]
    assert against("labels", tmp_path, rows, index) == (
        [
            "f.csv:2:weight: differs from the rubric here, expected 1",
            "f.csv:3:rubric_dimension: differs from the rubric here, expected Actionable resources",
        ],
        [
            "f.csv:4:criterion_title: the wording differs from the rubric here; "
            "check that the same criterion is meant"
        ],
    )


def test_a_weight_below_the_rubrics_differs_as_one_above_does(tmp_path, index):
    rows = [label(criterion=3, weight="2"), label(criterion=4), label(criterion=5, weight="6")]
    problems, _ = against("labels", tmp_path, rows, index)
    assert problems == [
        "f.csv:2:weight: differs from the rubric here, expected 3",
        "f.csv:4:weight: differs from the rubric here, expected 5",
    ]


def test_turns_and_prompts(tmp_path, index):
    def turns(uid: str, *texts: str) -> dict[str, str]:
        return response(uid) | {"response": "", "assistant_turns": json.dumps(texts)}

    rows = [turns("T1", "a") | {"model_id": "m2"}, turns("T1", "a", "b"), turns("T2", "a", "b")]
    assert against("responses", tmp_path, rows, index) == (
        ["f.csv:3:assistant_turns: holds 2 turns, expected 1, one for each prompt of the task"],
        [],
    )


def test_every_criterion_needs_a_judgment(tmp_path, index):
    rows = [judgment(criterion=n) for n in range(1, 7)] + [
        judgment(criterion=n, attempt="2") for n in (1, 2, 4, 5, 6)
    ]
    assert against("judgments", tmp_path, rows, index) == (
        ["f.csv:8:criterion_id: the response has 5 rows, expected 6, one for each criterion"],
        [],
    )


def test_the_metadata_of_the_task(tmp_path, index):
    rows = [judgment(criterion=n, age="U18") for n in range(1, 7)]
    problems, _ = against("judgments", tmp_path, rows, index)
    assert problems == [f"f.csv:{row}:age: differs from the task here, expected O18" for row in range(2, 8)]


def test_tables_that_name_no_task_have_nothing_to_compare(tmp_path, index):
    rows = [{"transcript_id": "lh-01", "violation_label": "violation"}]
    assert against("lh_labels", tmp_path, rows, index) == ([], [])
