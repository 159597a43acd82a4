"""What must hold in the rubric slots of the tasks table."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation.tables.problems import Findings
from annotation.tables.rubric import SLOT_NUMBERS, criteria_of, slot_columns

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
    _check_ids(criteria_of(tasks), findings)


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
