"""What a table must share with the corpus it is about: its tasks, criteria, weights and numbers of turns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation.tables.judgments import METADATA
from annotation.tables.kinds import layout_of
from annotation.tables.responses import KEY as RESPONSE_KEY
from annotation.tables.responses import turn_counts
from annotation.tables.row_column_problems import Findings, Problem
from annotation.tables.rubric import criteria_of
from annotation.tables.tasks import prompt_counts

TASK_COLUMNS = ("unique_id", "n_prompts", *METADATA)


@dataclass(frozen=True)
class CorpusIndex:
    """What is known of the corpus.

    tasks: TASK_COLUMNS, one row a task. criteria: `rubric.CRITERIA_COLUMNS`, one row a criterion.
    """

    tasks: pd.DataFrame
    criteria: pd.DataFrame


def index_of(tasks: pd.DataFrame) -> CorpusIndex:
    """The index of a tasks frame as `read_table` gives it."""
    names = {theirs: tasks[ours] for theirs, ours in METADATA.items()}
    known = pd.DataFrame({"unique_id": tasks["UNIQUE_ID"], "n_prompts": prompt_counts(tasks), **names})
    return CorpusIndex(known.reset_index(drop=True), criteria_of(tasks).reset_index(drop=True))


def check_against(
    kind: str, frame: pd.DataFrame, index: CorpusIndex, file: str
) -> tuple[list[Problem], list[Problem]]:
    """(problems, warnings) of a table in the light of the corpus. Tables that name no task have none.

    frame: from `read_table`, its index holding row numbers. file: the name for messages.
    """
    findings = Findings(file)
    layout = layout_of(kind)
    if "unique_id" in layout.key:
        known = _check_tasks(frame, index, findings)
        for check in CHECKS[kind]:
            check(known, index, findings)
    ordered = findings.in_order(frame.columns)
    return ordered.problems, ordered.warnings


def _check_tasks(frame: pd.DataFrame, index: CorpusIndex, findings: Findings) -> pd.DataFrame:
    """Report rows about unknown tasks; the other rows."""
    known = frame["unique_id"].isin(index.tasks["unique_id"])
    findings.at(
        frame.index[~known], "unique_id", "no such task here, expected a task that was imported before"
    )
    return frame[known]


def _check_turns(responses: pd.DataFrame, index: CorpusIndex, findings: Findings) -> None:
    prompts = index.tasks.set_index("unique_id")["n_prompts"].reindex(responses["unique_id"]).to_numpy()
    turns = turn_counts(responses)
    differs = (turns.notna() & (turns != prompts)).fillna(False).to_numpy(dtype=bool)
    for row, given, expected in zip(responses.index[differs], turns[differs], prompts[differs], strict=True):
        message = f"holds {given} turns, expected {expected}, one for each prompt of the task"
        findings.problem(row, "assistant_turns", message)


def _positions(frame: pd.DataFrame, index: CorpusIndex) -> NDArray[np.intp]:
    """Which criterion of the index each row is about; -1 where there is none."""
    pair = ["unique_id", "criterion_id"]
    return pd.MultiIndex.from_frame(index.criteria[pair]).get_indexer(pd.MultiIndex.from_frame(frame[pair]))


def _check_criteria(frame: pd.DataFrame, index: CorpusIndex, findings: Findings) -> None:
    unknown = frame.index[_positions(frame, index) < 0]
    findings.at(unknown, "criterion_id", "not a criterion of this task, expected one of its rubric")


def _check_wording(frame: pd.DataFrame, index: CorpusIndex, findings: Findings) -> None:
    positions = _positions(frame, index)
    rows, criteria = frame[positions >= 0], index.criteria.iloc[positions[positions >= 0]]
    weights = criteria["weight"].to_numpy(dtype=np.int64)
    differs = rows["weight"].to_numpy(dtype=np.int64) != weights
    for row, weight in zip(rows.index[differs], weights[differs], strict=True):
        findings.problem(row, "weight", f"differs from the rubric here, expected {weight}")
    dimensions = criteria["rubric_dimension"].to_numpy()
    differs = rows["rubric_dimension"].to_numpy() != dimensions
    for row, dimension in zip(rows.index[differs], dimensions[differs], strict=True):
        findings.problem(row, "rubric_dimension", f"differs from the rubric here, expected {dimension}")
    differs = rows["criterion_title"].to_numpy() != criteria["criterion_title"].to_numpy()
    message = "the wording differs from the rubric here; check that the same criterion is meant"
    findings.warn_at(rows.index[differs], "criterion_title", message)


def _check_metadata(judgments: pd.DataFrame, index: CorpusIndex, findings: Findings) -> None:
    tasks = index.tasks.set_index("unique_id").reindex(judgments["unique_id"])
    for column in METADATA:
        expected = tasks[column].to_numpy()
        differs = judgments[column].to_numpy() != expected
        for row, word in zip(judgments.index[differs], expected[differs], strict=True):
            findings.problem(row, column, f"differs from the task here, expected {word}")


def _check_complete(judgments: pd.DataFrame, index: CorpusIndex, findings: Findings) -> None:
    """Every criterion has a row, also where the response is empty or nobody voted."""
    per_task = index.criteria.groupby("unique_id").size()
    cells = judgments.groupby(list(RESPONSE_KEY), sort=False)["criterion_id"].size().reset_index(name="rows")
    first = judgments.drop_duplicates(list(RESPONSE_KEY)).index.to_numpy()
    expected = per_task.reindex(cells["unique_id"]).fillna(0).to_numpy(dtype=np.int64)
    n_rows = cells["rows"].to_numpy(dtype=np.int64)
    for position in np.flatnonzero(n_rows < expected):
        message = (
            f"the response has {n_rows[position]} rows, expected {expected[position]}, one for each criterion"
        )
        findings.problem(first[position], "criterion_id", message)


Check = Callable[[pd.DataFrame, CorpusIndex, Findings], None]
CHECKS: dict[str, tuple[Check, ...]] = {
    "responses": (_check_turns,),
    "labels": (_check_criteria, _check_wording),
    "votes": (_check_criteria,),
    "judgments": (_check_criteria, _check_wording, _check_metadata, _check_complete),
}
