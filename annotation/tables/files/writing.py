"""Write a table to a file, whole or not at all.

CSV is UTF-8, a line feed after each row, quotes only around cells that need them. Arrow's own writer quotes
every text, so the cells are quoted here, and rows are joined in Arrow's memory: a column at a time, not a
cell at a time.
"""

import codecs
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annotation.tables.columns import BOOL, TEXT_KINDS, Column, TableLayout
from annotation.tables.files.jsonl import write_jsonl
from annotation.tables.files.parquet import write_parquet
from annotation.tables.formula_guard import RUN_AS_FORMULA
from annotation.tables.kinds import layout_of

ROWS_PER_BLOCK = 50_000
NEEDS_QUOTES = '[",\r\n]'


def write_table(kind: str, frame: pd.DataFrame, path: str | Path, spreadsheet: bool = False) -> None:
    """Write a frame in the canonical column order; the format follows the suffix. Rows are written as they
    come: `order.in_canonical_order` sorts them.

    frame: the columns of the layout; optional ones may be absent and are left out of the file when no row
    fills them; a missing text is written as an empty cell. spreadsheet: CSV only, see `write_csv`.
    Raises ValueError, in a sentence, for an unknown kind, suffix or column, and before anything is written.
    """
    write_layout(layout_of(kind), frame, path, spreadsheet)


def write_layout(
    layout: TableLayout, frame: pd.DataFrame, path: str | Path, spreadsheet: bool = False
) -> None:
    """The same for a layout that is only ever written, such as `cell_scores.CELL_SCORES`."""
    path = Path(path)
    if path.suffix.lower() not in layout.suffixes:
        raise ValueError(
            f"A {layout.name} file ends in {' or '.join(layout.suffixes)}, not in {path.suffix!r}."
        )
    if spreadsheet and path.suffix.lower() != ".csv":
        raise ValueError(f"Only a CSV file can be written for spreadsheets, not {path.suffix!r}.")
    columns = _written_columns(layout, frame)
    cells = _without_missing_text(frame, columns)
    part = _beside(path)
    try:
        _write(cells, columns, part, path.suffix.lower(), spreadsheet)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _write(
    frame: pd.DataFrame, columns: tuple[Column, ...], path: Path, suffix: str, spreadsheet: bool
) -> None:
    if suffix == ".csv":
        write_csv(frame, columns, path, spreadsheet)
    elif suffix == ".parquet":
        write_parquet(frame, columns, path)
    else:
        write_jsonl(frame, columns, path)


def _beside(path: Path) -> Path:
    """A new file in the same folder, so that taking its name is one step."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, 0o666 & ~mask)
    return Path(name)


def _written_columns(layout: TableLayout, frame: pd.DataFrame) -> tuple[Column, ...]:
    columns = layout.columns_for(frame.columns)
    unknown = sorted(set(frame.columns) - {column.name for column in columns})
    missing = [column.name for column in columns if column.name not in frame.columns and not column.optional]
    if unknown or missing:
        raise ValueError(
            f"The frame is not a {layout.name} table: unknown columns {unknown}, missing columns {missing}."
        )
    kept = {column.name for column in columns if not column.optional or _is_filled(frame, column)}
    if layout.any_of and kept.isdisjoint(layout.any_of):
        kept.add(layout.any_of[-1])
    return tuple(column for column in columns if column.name in kept)


def _is_filled(frame: pd.DataFrame, column: Column) -> bool:
    if column.name not in frame.columns:
        return False
    values = frame[column.name]
    return bool(
        (values.notna() & (values != "")).any() if column.kind in TEXT_KINDS else values.notna().any()
    )


def _without_missing_text(frame: pd.DataFrame, columns: tuple[Column, ...]) -> pd.DataFrame:
    texts = {
        column.name: frame[column.name].astype("str").fillna("")
        for column in columns
        if column.kind in TEXT_KINDS and column.name in frame.columns
    }
    absent = {column.name: "" for column in columns if column.name not in frame.columns}
    return frame.assign(**texts, **absent)


def _text(value: str) -> pa.Scalar:
    return pa.scalar(value, type=pa.large_string())


APOSTROPHE, COMMA, NEWLINE, NOTHING, QUOTE = map(_text, ("'", ",", "\n", "", '"'))


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
