"""A real table of votes through the ordinary commands: LLMBar, 419 items, 15 judges, 455 panels.

The table has one gold label for each item, so the three clinicians are three copies of it. Its numbers were
computed elsewhere (scikit-learn) with the same rule except for items with few votes; none of the panels
asserted here is touched by that.
"""

import csv
from collections.abc import Iterator

import pytest

from tests.calibration.run import as_json
from tests.calibration.stats.llmbar_votes import TABLE
from tests.made_tables import response_row, task_row, write_rows, write_tasks

pytestmark = pytest.mark.both_databases

MODEL = "llmbar/first-output"


@pytest.fixture(scope="module")
def items() -> list[dict[str, str]]:
    with TABLE.open(newline="") as table:
        return list(csv.DictReader(table))


@pytest.fixture
def imported(db, items, tmp_path):
    """Tasks of one criterion, one response each, labels and votes, by import_table."""
    tasks = [task_row(_uid(number), criteria=1) for number in range(len(items))]
    responses = [response_row(_uid(number), MODEL) for number in range(len(items))]
    as_json("import_table", "tasks", write_tasks(tmp_path / "tasks.csv", tasks))
    as_json("import_table", "responses", write_rows(tmp_path / "responses.csv", responses))
    labels = write_rows(tmp_path / "labels.csv", list(_labels(items)))
    as_json("import_table", "labels", labels, round="llmbar")
    votes = write_rows(tmp_path / "votes.csv", list(_votes(items)))
    as_json("import_table", "votes", votes, round="llmbar")


def test_best_panel_best_judge_and_the_choice_on_unseen_tasks(imported):
    report = as_json("rank_panels", "llmbar")
    assert (report["n_panels"], report["n_units"], report["n_tasks"]) == (455, 419, 419)
    assert report["ranking"][0]["kappa"] == pytest.approx(0.7043, abs=5e-5)
    assert report["single_judges"][0]["kappa"] == pytest.approx(0.7234, abs=5e-5)
    assert report["leave_tasks_out"]["value"] == pytest.approx(0.68, abs=0.01)
    first = report["ranking"][0]
    assert first["kappa_low"] < first["kappa_corrected"] < first["kappa"] < first["kappa_high"]
    assert sum(row["p_best"] for row in report["ranking"]) == pytest.approx(1, abs=1e-9)


def _uid(number: int) -> str:
    return f"LLMBAR-{number:03}"


def _unit(number: int) -> dict[str, object]:
    return {
        "unique_id": _uid(number),
        "model_id": MODEL,
        "attempt_index": 1,
        "criterion_id": f"{_uid(number)}-1",
    }


def _labels(items: list[dict[str, str]]) -> Iterator[dict[str, object]]:
    for number, item in enumerate(items):
        task = task_row(_uid(number), criteria=1)
        yield _unit(number) | {
            "criterion_title": task["RUBRIC_1"],
            "rubric_dimension": task["RUBRIC_1_DIM"],
            "weight": task["RUBRIC_1_WEIGHT"],
            "met": item["gold"],
            **{f"rater_{rater}_met": item["gold"] for rater in (1, 2, 3)},
        }


def _votes(items: list[dict[str, str]]) -> Iterator[dict[str, object]]:
    for number, item in enumerate(items):
        for judge, vote in item.items():
            if judge not in ("subset", "item", "gold"):
                yield _unit(number) | {"judge": judge, "met": vote}
