"""From raw columns to a typed frame, every cell checked, each different text of a column understood only
once.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from annotation.tables.cells import CellValue, UnreadableError, expectation, read_cell
from annotation.tables.columns import BOOL, DECIMAL, INT, NUMBER, TEXT, TEXT_KINDS, TURNS_JSON, Column
from annotation.tables.files.jsonl import turns_text
from annotation.tables.formula_guard import GUARDED
from annotation.tables.row_column_problems import Findings

NOTHING_IN_OTHER_PROGRAMS = frozenset(
    ("NA", "N/A", "#N/A", "<NA>", "nan", "NaN", "NULL", "null", "None", "NaT", "nil")
)
NOTHING = "the text is {}; if that means nothing, leave the cell empty"

GUARD_KEPT = (
    "the text begins with ' before a sign of a formula, as a table for spreadsheets does; "
    "it is taken with the '"
)

ArrowColumn: TypeAlias = pa.Array | pa.ChunkedArray


def convert_column(column: Column, array: ArrowColumn, first_row: int, findings: Findings) -> pd.Series:
    """The column as text (`str`, "" where empty), Int64, boolean or Float64; bad cells go to `findings`.

    array: as stored. first_row: the row number of its first value.
    """
    texts = _as_text(column, array, findings)
    if texts is None:
        return empty_column(column, len(array))
    encoded = pc.dictionary_encode(texts)
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    values, complaints = _understood(column, encoded.dictionary.to_pylist())
    for code, message in complaints.items():
        findings.at(np.flatnonzero(codes == code) + first_row, column.name, message)
    if column.kind == TEXT:
        for code, text in enumerate(encoded.dictionary.to_pylist()):
            if text in NOTHING_IN_OTHER_PROGRAMS:
                findings.warn_at(np.flatnonzero(codes == code) + first_row, column.name, NOTHING.format(text))
            elif GUARDED.match(text):
                findings.warn_at(np.flatnonzero(codes == code) + first_row, column.name, GUARD_KEPT)
    if column.kind == DECIMAL:
        amounts = np.array([value or "" for value in values], dtype=object)
        return pd.Series(amounts[codes], dtype="str", name=column.name)
    if column.kind in TEXT_KINDS:
        return pd.Series(texts.to_pandas(), dtype="str", name=column.name)
    return _typed(column, values, codes)


def empty_column(column: Column, n_rows: int) -> pd.Series:
    """A column in which nothing is filled."""
    if column.kind in TEXT_KINDS:
        return pd.Series([""] * n_rows, dtype="str", name=column.name)
    return pd.Series(pd.array([None] * n_rows, dtype=FRAME_TYPES[column.kind]), name=column.name)


FRAME_TYPES: dict[str, Any] = {INT: "Int64", BOOL: "boolean", NUMBER: "Float64"}


def _understood(column: Column, texts: list[str]) -> tuple[list[CellValue], dict[int, str]]:
    """The value of each different text, and what is wrong with those that cannot be read."""
    values: list[CellValue] = []
    complaints: dict[int, str] = {}
    for code, text in enumerate(texts):
        try:
            values.append(read_cell(column, text))
        except UnreadableError as error:
            values.append(None)
            complaints[code] = str(error)
    return values, complaints


def _typed(column: Column, values: list[CellValue], codes: NDArray[np.int32]) -> pd.Series:
    missing = np.array([value is None for value in values], dtype=bool)
    plain = np.array([0 if value is None else value for value in values], dtype=NUMPY_TYPES[column.kind])
    if not len(values):
        return empty_column(column, len(codes))
    typed = ARRAY_TYPES[column.kind](plain[codes], missing[codes])
    return pd.Series(typed, name=column.name)


NUMPY_TYPES: dict[str, Any] = {INT: np.int64, BOOL: np.bool_, NUMBER: np.float64}
ARRAY_TYPES: dict[str, Any] = {
    INT: pd.arrays.IntegerArray,
    BOOL: pd.arrays.BooleanArray,
    NUMBER: pd.arrays.FloatingArray,
}


def _as_text(column: Column, array: ArrowColumn, findings: Findings) -> ArrowColumn | None:
    """The column as text without nulls, the way CSV would hold it; None when its stored type does not belong
    there.
    """
    if pa.types.is_dictionary(array.type):
        array = array.cast(array.type.value_type)
    if column.kind == TURNS_JSON and _is_list_of_text(array.type):
        lists = array.to_pylist()
        return pa.array(
            ["" if turns is None else turns_text(turns) for turns in lists], type=pa.large_string()
        )
    if pa.types.is_floating(array.type):
        array = pc.if_else(pc.is_nan(array), None, array)
    if array.null_count == len(array):
        return pa.array([""] * len(array), type=pa.large_string())
    if not _belongs(column, array.type):
        findings.problem(1, column.name, f"the column is stored as {array.type}, {_remedy(column)}")
        return None
    return pc.fill_null(array.cast(pa.large_string()), "")


def _is(stored: pa.DataType, *tests: Callable[[pa.DataType], bool]) -> bool:
    return any(test(stored) for test in tests)


def _is_text(stored: pa.DataType) -> bool:
    return _is(stored, pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)


def _is_list_of_text(stored: pa.DataType) -> bool:
    return _is(stored, pa.types.is_list, pa.types.is_large_list) and _is_text(stored.value_type)


def _belongs(column: Column, stored: pa.DataType) -> bool:
    """Text belongs everywhere and is read as strictly as in CSV; other types where nothing is guessed."""
    if _is_text(stored):
        return True
    if column.kind == INT:  # a data frame with gaps keeps whole numbers as double; others are refused
        return _is(stored, pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    if column.kind == DECIMAL:
        return _is(stored, pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    if column.kind == BOOL:
        return _is(stored, pa.types.is_boolean, pa.types.is_integer, pa.types.is_floating)
    return column.kind == NUMBER and _is(stored, pa.types.is_integer, pa.types.is_floating)


def _remedy(column: Column) -> str:
    stored = {
        INT: "int64 with nulls (pandas Int64)",
        BOOL: "bool with nulls (pandas boolean)",
        NUMBER: "double",
    }
    return f"expected {expectation(column)}, stored as {stored.get(column.kind, 'string')}"
