"""Rubrics in two shapes: twenty numbered slots in a row of the tasks table, and one row a criterion."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.tables.row_column_problems import Findings

SLOT_NUMBERS = range(1, vocabulary.MAX_CRITERIA + 1)
FIELDS = ("criterion_id", "criterion_title", "weight", "rubric_dimension")
CRITERIA_COLUMNS = ("unique_id", "position", *FIELDS)


def slot_columns(number: int) -> tuple[str, str, str, str]:
    """The names of a slot's four cells: id, text, weight, dimension."""
    return (
        f"RUBRIC_{number}_ID",
        f"RUBRIC_{number}",
        f"RUBRIC_{number}_WEIGHT",
        f"RUBRIC_{number}_DIM",
    )


def criteria_of(tasks: pd.DataFrame) -> pd.DataFrame:
    """The criteria of a tasks frame, one row each: CRITERIA_COLUMNS, in task order, then slot order.

    The index holds the row number of the task, so that a criterion can be traced to its row.
    """
    by_slot = dict(zip(FIELDS, zip(*map(slot_columns, SLOT_NUMBERS), strict=True), strict=True))
    stacked = {field: pd.concat([tasks[name] for name in names]) for field, names in by_slot.items()}
    criteria = pd.DataFrame(
        {
            "unique_id": pd.concat([tasks["UNIQUE_ID"]] * len(SLOT_NUMBERS)),
            "position": np.repeat(np.array(SLOT_NUMBERS), len(tasks)),
            **stacked,
        }
    )
    place = np.tile(np.arange(len(tasks)), len(SLOT_NUMBERS))
    criteria = criteria.iloc[np.argsort(place, kind="stable")]
    return criteria[criteria["criterion_id"] != ""]


def slots_of(criteria: pd.DataFrame) -> pd.DataFrame:
    """The reverse of `criteria_of`: one row a task, indexed by unique_id, with the 80 slot columns.

    criteria: CRITERIA_COLUMNS; positions from 1. Raises ValueError for a position beyond the last slot or
    used twice.
    """
    if not criteria["position"].between(1, vocabulary.MAX_CRITERIA).all():
        raise ValueError(
            f"A rubric has at most {vocabulary.MAX_CRITERIA} criteria, at positions counted from 1."
        )
    wide = criteria.pivot(index="unique_id", columns="position")
    slots: dict[str, pd.Series] = {}
    for number in SLOT_NUMBERS:
        for name, field in zip(slot_columns(number), FIELDS, strict=True):
            slots[name] = _slot_cells(wide, field, number)
    return pd.DataFrame(slots, index=wide.index)


def _slot_cells(wide: pd.DataFrame, field: str, number: int) -> pd.Series:
    cells = (
        wide[(field, number)]
        if (field, number) in wide.columns
        else pd.Series(None, index=wide.index, dtype=object)
    )
    return cells.astype("Int64") if field == "weight" else cells.astype(object).fillna("").astype("str")


Filled = NDArray[np.bool_]


def criteria_counts(tasks: pd.DataFrame) -> pd.Series:
    """How many slots each task uses. Indexed like the tasks frame."""
    return pd.Series(_filled(tasks).any(axis=2).sum(axis=1), index=tasks.index)


def check_slots(tasks: pd.DataFrame, findings: Findings) -> None:
    """A used slot has all four cells, slots are used without gaps, no criterion id appears twice."""
    filled = _filled(tasks)
    rows = tasks.index.to_numpy()
    _check_whole_slots(filled, rows, findings)
    _check_gaps(np.asarray(filled.any(axis=2)), rows, findings)
    criteria = criteria_of(tasks)
    _check_ids(criteria, findings)
    _warn_of_same_texts(criteria, findings)


def _filled(tasks: pd.DataFrame) -> Filled:
    """Which cells of the slots hold something: tasks x 20 slots x 4 cells."""
    filled = np.zeros((len(tasks), len(SLOT_NUMBERS), 4), dtype=bool)
    for slot, number in enumerate(SLOT_NUMBERS):
        for cell, name in enumerate(slot_columns(number)):
            filled[:, slot, cell] = _holds(tasks[name])
    return filled


def _holds(column: pd.Series) -> Filled:
    if column.dtype == "Int64":
        return np.asarray(column.notna(), dtype=bool)
    return np.fromiter((bool(text.strip()) for text in column), dtype=bool, count=len(column))


def _check_whole_slots(filled: Filled, rows: NDArray[np.int64], findings: Findings) -> None:
    for row, slot, cell in np.argwhere(filled.any(axis=2, keepdims=True) & ~filled):
        number = SLOT_NUMBERS[int(slot)]
        message = f"the cell is blank but slot {number} is in use, expected all four of its cells"
        findings.problem(rows[row], slot_columns(number)[int(cell)], message)


def _check_gaps(used: Filled, rows: NDArray[np.int64], findings: Findings) -> None:
    for row, earlier in np.argwhere(used[:, 1:] & ~used[:, :-1]):
        number = SLOT_NUMBERS[int(earlier) + 1]
        message = f"slot {number} is in use but slot {number - 1} is not, expected slots from 1 without gaps"
        findings.problem(rows[row], slot_columns(number)[0], message)


def _check_ids(criteria: pd.DataFrame, findings: Findings) -> None:
    first: dict[str, tuple[int, int]] = {}
    rows = criteria.index.to_numpy()
    for row, position, identity in zip(rows, criteria["position"], criteria["criterion_id"], strict=True):
        earlier = first.setdefault(identity, (row, position))
        if earlier != (row, position):
            place = f"row {earlier[0]}, {slot_columns(earlier[1])[0]}"
            message = f"the same id as in {place}, expected each criterion id once in the file"
            findings.problem(row, slot_columns(position)[0], message)


def _warn_of_same_texts(criteria: pd.DataFrame, findings: Findings) -> None:
    """Two criteria of a task that say the same count the same thing twice."""
    first: dict[tuple[str, str], int] = {}
    columns = (criteria[name] for name in ("unique_id", "position", "criterion_title"))
    for row, task, position, text in zip(criteria.index.to_numpy(), *columns, strict=True):
        words = " ".join(text.split()).casefold()
        earlier = first.setdefault((task, words), position)
        if words and earlier != position:
            place = slot_columns(earlier)[1]
            message = f"the same text as in {place}, so one criterion is weighed twice"
            findings.warning(row, slot_columns(position)[1], message)
