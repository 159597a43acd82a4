"""Canonical row order: task, model, attempt, rubric slot."""

import pytest

from annotation.tables.order import in_canonical_order
from annotation.tables.rubric import criteria_of
from tests.annotation.tables.builders import judgment, read_rows, response, task, vote


@pytest.fixture
def criteria(tmp_path):
    swapped = {"RUBRIC_1_ID": "T1-C2", "RUBRIC_2_ID": "T1-C1"}
    tasks = read_rows("tasks", tmp_path, [task("T2"), task("T1", criteria=12, **swapped)]).frame
    return criteria_of(tasks)


def test_slots_order_the_rows_and_not_the_ids(tmp_path, criteria):
    rows = [judgment(criterion=n) for n in (10, 2, 1)]
    rows += [
        judgment("T1", attempt="10"),
        judgment("T1", attempt="2"),
        judgment("T0"),
        judgment(model="Acme/m1"),
    ]
    frame = in_canonical_order("judgments", read_rows("judgments", tmp_path, rows).frame, criteria)
    keys = frame[["unique_id", "model_id", "attempt_index", "criterion_id"]].to_numpy().tolist()
    assert keys == [
        ["T0", "acme/m1", 1, "T0-C1"],
        ["T1", "Acme/m1", 1, "T1-C1"],
        ["T1", "acme/m1", 1, "T1-C2"],
        ["T1", "acme/m1", 1, "T1-C1"],
        ["T1", "acme/m1", 1, "T1-C10"],
        ["T1", "acme/m1", 2, "T1-C1"],
        ["T1", "acme/m1", 10, "T1-C1"],
    ]
    assert frame.index.tolist() == [7, 8, 3, 4, 2, 6, 5]
    assert "_position" not in frame


def test_judges_come_last(tmp_path, criteria):
    rows = [vote("b"), vote("a", criterion=3), vote("a")]
    frame = in_canonical_order("votes", read_rows("votes", tmp_path, rows).frame, criteria)
    assert frame.index.tolist() == [4, 2, 3]


def test_responses_need_no_criteria(tmp_path):
    rows = [
        response("T2"),
        response("T10"),
        response("T1", model="b"),
        response("T1", model="a", attempt="2"),
    ]
    frame = in_canonical_order("responses", read_rows("responses", tmp_path, rows).frame)
    assert frame.index.tolist() == [5, 4, 3, 2]


def test_rows_about_criteria_need_them(tmp_path):
    frame = read_rows("votes", tmp_path, [vote()]).frame
    with pytest.raises(ValueError, match="The rows of candidate_votes follow the rubric's slots"):
        in_canonical_order("votes", frame)
