"""Write a table to a file, whole or not at all."""

import os
import tempfile
from pathlib import Path

import pandas as pd

from annotation.tables.columns import TEXT_KINDS, Column, TableLayout
from annotation.tables.files.csv_write import write_csv
from annotation.tables.files.jsonl import write_jsonl
from annotation.tables.files.parquet import write_parquet
from annotation.tables.kinds import layout_of


def write_table(kind: str, frame: pd.DataFrame, path: str | Path, spreadsheet: bool = False) -> None:
    """Write a frame in the canonical column order; the format follows the suffix. Rows are written as they
    come: `order.in_canonical_order` sorts them.

    frame: the columns of the layout; optional ones may be absent and are left out of the file when no row
    fills them; a missing text is written as an empty cell. spreadsheet: CSV only, see `csv_write.write_csv`.
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
