"""Read a table from a file: everything that is wrong is collected, nothing is guessed, nothing raises."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from annotation.tables.columns import Column, TableLayout
from annotation.tables.convert import convert_column, empty_column
from annotation.tables.files.csv_read import read_csv
from annotation.tables.files.jsonl import read_jsonl
from annotation.tables.files.limits import NO_LIMITS_SET, TOO_MUCH_MEMORY, Limits
from annotation.tables.files.parquet import read_parquet
from annotation.tables.files.raw import RawTable
from annotation.tables.kinds import layout_of
from annotation.tables.row_column_problems import WHOLE_FILE, Findings, Problem

LONGEST_LABEL = 40
NAMELESS = (
    "column {} has no name (a data frame's index?), expected a name for every column; "
    "write the file without the index, or leave unknown columns out"
)


@dataclass(frozen=True)
class TableResult:
    """What reading gave.

    frame: all columns of the layout in canonical order; text columns are `str` with "" where empty, the
    others Int64, boolean or Float64 with missing values. Its index holds the row numbers of the file. Not to
    be used while there are problems. problems: why the file must not be used. warnings: what does not stop
    it.
    """

    frame: pd.DataFrame
    problems: list[Problem]
    warnings: list[Problem]


def read_table(
    kind: str,
    path: str | Path,
    rename: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    released: bool = False,
    limits: Limits = NO_LIMITS_SET,
) -> TableResult:
    """Read and check one table; the format follows the file's suffix.

    kind: one of `kinds.LAYOUTS`. rename: the file's column names to ours. ignore_unknown: leave out columns
    the table does not have. released: hold tasks to what a release asks for, not only to what a draft needs.
    limits: how large it may be.
    Raises ValueError only for an unknown kind; everything wrong with the file is in the result.
    """
    return read_layout(layout_of(kind), path, rename, ignore_unknown, released, limits)


def read_layout(
    layout: TableLayout,
    path: str | Path,
    rename: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    released: bool = False,
    limits: Limits = NO_LIMITS_SET,
) -> TableResult:
    """The same for a layout that is no published table, such as `long_horizon.LH_ANNEX`."""
    findings = Findings(str(path), most=limits.problems)
    frame = None
    try:
        raw = _read_raw(Path(path), layout, rename or {}, findings, limits)
        if raw is not None:
            frame = _understood(raw, layout, rename or {}, findings, ignore_unknown, released)
    except MemoryError:
        findings.problem(1, WHOLE_FILE, TOO_MUCH_MEMORY)
    ordered = findings.in_order(() if frame is None else frame.columns)
    return TableResult(_empty_frame(layout) if frame is None else frame, ordered.problems, ordered.warnings)


def _understood(
    raw: RawTable,
    layout: TableLayout,
    rename: Mapping[str, str],
    findings: Findings,
    ignore_unknown: bool,
    released: bool,
) -> pd.DataFrame | None:
    """The typed and checked frame, or None when the header is not the table's."""
    before = findings.n_problems
    names = mapped_names(raw.names, rename, layout, findings)
    columns = check_names(names, layout, findings, ignore_unknown, keys_may_be_absent=raw.first_row == 1)
    if findings.n_problems > before:
        return None
    if ignore_unknown:
        _tell_left_out(raw, names, columns, layout, findings)
    return _checked(_converted(raw, names, columns, findings), layout, findings, released)


def _read_raw(
    path: Path, layout: TableLayout, rename: Mapping[str, str], findings: Findings, limits: Limits
) -> RawTable | None:
    suffix = path.suffix.lower()
    if suffix not in layout.suffixes:
        allowed = " or ".join(layout.suffixes)
        findings.problem(
            1, WHOLE_FILE, f"the suffix {suffix!r} is not one for {layout.name}, expected {allowed}"
        )
        return None
    try:
        if not limits.allow_file(path, findings):
            return None
        if suffix == ".csv":
            return read_csv(path, findings, limits)
        if suffix == ".parquet":
            return read_parquet(path, findings, limits)
        return read_jsonl(path, layout.columns, rename, findings, limits)
    except OSError as error:
        findings.problem(
            1, WHOLE_FILE, f"cannot be opened ({error.strerror}), expected a file that can be read"
        )
        return None


def _checked(frame: pd.DataFrame, layout: TableLayout, findings: Findings, released: bool) -> pd.DataFrame:
    frame = layout.check(frame, findings)
    if layout.check_release is not None:
        layout.check_release(frame, findings, released)
    return frame


def _converted(
    raw: RawTable, names: list[str], columns: tuple[Column, ...], findings: Findings
) -> pd.DataFrame:
    stored = dict(zip(names, raw.columns, strict=True))
    cells = {
        column.name: convert_column(column, stored[column.name], raw.first_row, findings)
        if column.name in stored
        else empty_column(column, raw.n_rows)
        for column in columns
    }
    frame = pd.DataFrame(cells, copy=False)
    frame.index = pd.RangeIndex(raw.first_row, raw.first_row + len(frame))
    return frame


def _empty_frame(layout: TableLayout) -> pd.DataFrame:
    return pd.DataFrame({column.name: empty_column(column, 0) for column in layout.columns_for(())})


def mapped_names(
    names: Iterable[str], rename: Mapping[str, str], layout: TableLayout, findings: Findings
) -> list[str]:
    """The file's names with those of `rename` (theirs to ours) replaced; wrong mappings go to `findings`."""
    names = list(names)
    ours = [column.name for column in layout.columns_for([*names, *rename.values()])]
    for theirs, name in rename.items():
        if theirs not in names:
            findings.problem(
                1, theirs, f"is mapped to {name} but is not in the file, expected one of its columns"
            )
        elif name not in ours:
            findings.problem(1, theirs, f"is mapped to {name}, expected a column of the {layout.name} table")
    return [rename.get(name, name) for name in names]


def check_names(
    names: list[str],
    layout: TableLayout,
    findings: Findings,
    ignore_unknown: bool = False,
    *,
    keys_may_be_absent: bool = False,
) -> tuple[Column, ...]:
    """The layout's columns for this header; what is missing, repeated or unknown goes to `findings`.

    keys_may_be_absent: in JSONL a key without a value may be left out of every line.
    """
    columns = layout.columns_for(names)
    for name, times in Counter(names).items():
        if times > 1:
            findings.problem(1, _label(name, names), f"the column is there {times} times, expected it once")
    if not ignore_unknown:
        _refuse_unknown(names, [column.name for column in columns], layout, findings)
    if layout.any_of and set(names).isdisjoint(layout.any_of):
        expected = " or ".join(layout.any_of)
        findings.problem(1, layout.any_of[-1], f"the column is missing, expected {expected}")
    for name in [] if keys_may_be_absent else _missing(columns, names, layout):
        findings.problem(1, name, f"the column is missing{_separator(names)}, expected it in the header")
    return columns


def _refuse_unknown(names: list[str], ours: list[str], layout: TableLayout, findings: Findings) -> None:
    for name in dict.fromkeys(names):
        if name not in ours:
            message = f"the column is unknown{_nearest(name, ours)}, expected {_remedy(layout)}"
            if not name.strip():
                message = NAMELESS.format(names.index(name) + 1)
            findings.problem(1, _label(name, names), message)


def _tell_left_out(
    raw: RawTable, names: list[str], columns: tuple[Column, ...], layout: TableLayout, findings: Findings
) -> None:
    """A remark for every unknown column: with a name misspelled, what it holds would be lost unseen."""
    ours = {column.name for column in columns}
    for name, cells in zip(names, raw.columns, strict=True):
        if name not in ours:
            message = (
                f"is no column of the {layout.name} table{_nearest(name, sorted(ours))} and was left out, "
                f"with {_n_filled(cells):,} filled cells of {len(cells):,}"
            )
            findings.warning(1, _label(name, names), message)


def _n_filled(cells: pa.Array | pa.ChunkedArray) -> int:
    """How many cells hold something; of a text, more than nothing."""
    if pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type):
        return int(pc.sum(pc.not_equal(cells, "")).as_py() or 0)
    return len(cells) - int(cells.null_count)


def _label(name: str, names: list[str]) -> str:
    """The column's name, or only its place where a file without a header has a text in that place."""
    return name if name.strip() and len(name) <= LONGEST_LABEL else f"(column {names.index(name) + 1})"


def _missing(columns: tuple[Column, ...], names: list[str], layout: TableLayout) -> list[str]:
    present = set(names)
    may_be_absent = {name for group in layout.absent_together if present.isdisjoint(group) for name in group}
    return [
        column.name
        for column in columns
        if column.name not in present and not column.optional and column.name not in may_be_absent
    ]


def _nearest(name: str, ours: list[str]) -> str:
    folded = {our.lower(): our for our in ours}
    near = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.8)
    return f" (nearest: {folded[near[0]]})" if near else ""


def _remedy(layout: TableLayout) -> str:
    return f"only columns of the {layout.name} table; rename it, or leave unknown columns out"


def _separator(names: list[str]) -> str:
    alone = names[0] if len(names) == 1 else ""
    if ";" in alone or "\t" in alone:
        return " (the header is one cell: are the cells separated by something other than commas?)"
    return ""
