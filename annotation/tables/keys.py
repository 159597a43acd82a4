"""Rows that must be there once, and groups whose rows must agree."""

from collections.abc import Sequence

import pandas as pd

from annotation.tables.row_column_problems import WHOLE_ROW, Findings


def check_once(frame: pd.DataFrame, key: Sequence[str], findings: Findings) -> None:
    """Each combination of the key's cells may appear in one row. The frame's index holds row numbers."""
    repeated = frame.duplicated(list(key), keep="first")
    if not repeated.any():
        return
    rows = pd.Series(frame.index, index=frame.index)
    first = rows.groupby([frame[name] for name in key], sort=False, dropna=False).transform("first")
    column = key[0] if len(key) == 1 else WHOLE_ROW
    for row in frame.index[repeated]:
        findings.problem(
            row, column, f"the same {' + '.join(key)} as in row {first[row]}, expected each to appear once"
        )


def check_constant(frame: pd.DataFrame, group: Sequence[str], column: str, findings: Findings) -> None:
    """Within a group of rows the column must hold one value; rows that differ from the group's first are
    problems.
    """
    if frame.empty:
        return
    keys = [frame[name] for name in group]
    first = frame[column].groupby(keys, sort=False).transform("first")
    differs = (frame[column] != first).fillna(False).astype(bool)
    message = f"differs from an earlier row of the same {' + '.join(group)}, expected one value throughout"
    findings.at(frame.index[differs], column, message)
