"""Rubrics in two shapes: twenty numbered slots in a row of the tasks table, and one row a criterion."""

import numpy as np
import pandas as pd

from annotation import vocabulary

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
