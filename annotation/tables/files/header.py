"""From the names in a file to the columns of a layout: renamed, none missing, none twice, none unknown."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping

from annotation.tables.columns import Column, TableLayout
from annotation.tables.row_column_problems import Findings

LONGEST_LABEL = 40


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
            findings.problem(1, _label(name, names), message)


def _label(name: str, names: list[str]) -> str:
    """The column's name, or only its place where a file without a header has a text in that place."""
    return name if len(name) <= LONGEST_LABEL else f"(column {names.index(name) + 1})"


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
    return (
        f"only columns of the {layout.name} table; rename it with --map or leave it out with --ignore-unknown"
    )


def _separator(names: list[str]) -> str:
    alone = names[0] if len(names) == 1 else ""
    if ";" in alone or "\t" in alone:
        return " (the header is one cell: are the cells separated by something other than commas?)"
    return ""
