"""Write CSV: UTF-8, a line feed after each row, quotes only around cells that need them.

Arrow's own writer quotes every text, so the cells are quoted here, and rows are joined in Arrow's memory: a
column at a time, not a cell at a time.
"""

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annotation.tables.columns import BOOL, TEXT_KINDS, Column

ROWS_PER_BLOCK = 50_000


def _text(value: str) -> pa.Scalar:
    return pa.scalar(value, type=pa.large_string())


APOSTROPHE, COMMA, NEWLINE, NOTHING, QUOTE = map(_text, ("'", ",", "\n", "", '"'))
NEEDS_QUOTES = '[",\r\n]'
RUN_AS_FORMULA = "^[=+\\-@\t]"


def write_csv(
    frame: pd.DataFrame, columns: tuple[Column, ...], path: Path, spreadsheet: bool = False
) -> None:
    """Write the frame's columns.

    spreadsheet: for opening in a spreadsheet program, not for importing again: a byte-order mark at the
    start, and an apostrophe before a text cell that the program would run as a formula.
    """
    with path.open("wb") as out:
        if spreadsheet:
            out.write(codecs.BOM_UTF8)
        out.write(_joined([pa.array([column.name], type=pa.large_string()) for column in columns]))
        for block in _blocks(frame):
            _write_block(block, columns, out, spreadsheet)


def _blocks(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for start in range(0, len(frame), ROWS_PER_BLOCK):
        yield frame.iloc[start : start + ROWS_PER_BLOCK]


def _write_block(block: pd.DataFrame, columns: tuple[Column, ...], out: BinaryIO, spreadsheet: bool) -> None:
    cells = [_cells(block[column.name], column) for column in columns]
    if spreadsheet:
        cells = [
            _guarded(texts) if column.kind in TEXT_KINDS else texts
            for texts, column in zip(cells, columns, strict=True)
        ]
    out.write(_joined(cells))


def _cells(values: pd.Series, column: Column) -> pa.Array:
    """The column as text, "" where missing."""
    if column.kind == BOOL:
        words = pc.if_else(pa.array(values, type=pa.bool_(), from_pandas=True), "True", "False")
        return pc.fill_null(words.cast(pa.large_string()), "")
    array = pa.array(values, from_pandas=True)
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    return pc.fill_null(array.cast(pa.large_string()), "")


def _guarded(texts: pa.Array) -> pa.Array:
    risky = pc.match_substring_regex(texts, RUN_AS_FORMULA)
    return pc.if_else(risky, pc.binary_join_element_wise(APOSTROPHE, texts, NOTHING), texts)


def _quoted(texts: pa.Array) -> pa.Array:
    needs = pc.match_substring_regex(texts, NEEDS_QUOTES)
    if not pc.any(needs).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(needs, pc.binary_join_element_wise(QUOTE, doubled, QUOTE, NOTHING), texts)


def _joined(cells: list[pa.Array]) -> memoryview:
    """Rows as bytes: the values of an Arrow text array lie end to end, so rows with their line feeds are the
    file.
    """
    rows = pc.binary_join_element_wise(*(_quoted(texts) for texts in cells), COMMA)
    ended = pc.binary_join_element_wise(rows, NEWLINE, NOTHING)
    _, offsets, values = ended.buffers()
    end = int(np.frombuffer(offsets, dtype=np.int64)[len(ended)])
    return memoryview(values)[:end]
