"""How a table is described: its columns, what a cell may hold, what identifies a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from annotation.tables.row_column_problems import Findings

if TYPE_CHECKING:  # whoever only asks what columns there are need not load pandas
    import pandas as pd

TEXT = "text"
INT = "int"
BOOL = "bool"
CHOICE = "choice"
TURNS_JSON = "json"
DECIMAL = "decimal"
NUMBER = "number"
TIMESTAMP = "timestamp"

# In frames these are text without missing values, "" for an empty cell; the others are nullable.
TEXT_KINDS = frozenset({TEXT, CHOICE, TURNS_JSON, DECIMAL, TIMESTAMP})


@dataclass(frozen=True)
class Column:
    """One column.

    filled: every cell must hold something. optional: the column may be absent, and is written only when a row
    fills it. choices: the allowed words of a CHOICE. least, most: bounds of an INT. longest: most characters
    of a TEXT that is a name; a name stands in messages and therefore on one line. in_address: the name also
    stands in the address of a page.
    """

    name: str
    kind: str = TEXT
    filled: bool = False
    optional: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    in_address: bool = False


Check: TypeAlias = "Callable[[pd.DataFrame, Findings], pd.DataFrame]"
ReleaseCheck: TypeAlias = "Callable[[pd.DataFrame, Findings, bool], None]"


@dataclass(frozen=True)
class TableLayout:
    """One table.

    kind: the word used by commands. name: the published file name. columns: in canonical order, `{n}`
    standing for 1, 2, 3 ... in a column that is repeated as often as the file repeats it. key: what
    identifies a row. absent_together: groups of columns that a file may leave out as a whole; they read as
    empty and are written. any_of: optional columns of which at least one must be there. check: what must hold
    between the cells of a row and between rows; returns the frame, completed. check_release: what a release
    asks for; a draft that lacks it gets a warning.
    """

    kind: str
    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    check: Check
    check_release: ReleaseCheck | None = None
    absent_together: tuple[tuple[str, ...], ...] = ()
    any_of: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = (".csv", ".parquet")

    def columns_for(self, names: Iterable[str]) -> tuple[Column, ...]:
        """The columns with repeated ones expanded to the numbers found in `names`, at least one."""
        numbered = list(names)
        expanded: list[Column] = []
        for column in self.columns:
            expanded.extend(_repeated(column, numbered) if "{n}" in column.name else (column,))
        return tuple(expanded)


def _repeated(column: Column, names: list[str]) -> list[Column]:
    pattern = re.compile(re.escape(column.name).replace(r"\{n\}", "([1-9][0-9]?)"))
    numbers = [int(match.group(1)) for match in map(pattern.fullmatch, names) if match]
    return [replace(column, name=column.name.format(n=n)) for n in range(1, max(numbers, default=1) + 1)]
