"""What is wrong with a file, said with its place: FILE:ROW:COLUMN: what is wrong, what was expected."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import SupportsInt

from annotation.visible import on_one_line

WHOLE_FILE = "(file)"
WHOLE_ROW = "(row)"
LONGEST_SHOWN = 24
MOST_PROBLEMS = 10_000


@dataclass(frozen=True)
class Problem:
    """One finding. `row` counts records: the header is row 1, also where cells hold line breaks.

    In JSONL, which has no header, `row` is the line. `column` is `(file)` or `(row)` where no single column
    is meant.
    """

    file: str
    row: int
    column: str
    message: str

    def __str__(self) -> str:
        return on_one_line(f"{self.file}:{self.row}:{self.column}: {self.message}")


@dataclass
class Findings:
    """Problems and warnings of one file, collected while it is checked.

    A cell has one problem at most, the first: what follows from it would only confuse. Of problems and of
    warnings `most` are kept each; of the others it is only known that there are some.
    """

    file: str
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    most: int = MOST_PROBLEMS
    n_problems: int = field(default=0, init=False)
    n_warnings: int = field(default=0, init=False)
    _cells: set[tuple[int, str]] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self.n_problems, self.n_warnings = len(self.problems), len(self.warnings)

    def problem(self, row: SupportsInt, column: str, message: str) -> None:
        """Record what makes the file unusable."""
        cell = (int(row), column)
        if cell in self._cells:
            return
        self.n_problems += 1
        if len(self.problems) >= self.most:
            return
        if column not in (WHOLE_FILE, WHOLE_ROW):
            self._cells.add(cell)
        self.problems.append(Problem(self.file, int(row), column, message))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take over problems that were found elsewhere, as many as are kept."""
        found = list(problems)
        self.n_problems += len(found)
        self.problems.extend(found[: max(0, self.most - len(self.problems))])

    def bad_rows(self, columns: Iterable[str]) -> set[int]:
        """The rows with a problem in one of these columns; arithmetic with them would report it again."""
        wanted = set(columns)
        return {problem.row for problem in self.problems if problem.column in wanted}

    def warning(self, row: SupportsInt, column: str, message: str) -> None:
        """Record what is worth knowing but does not stop the file."""
        self.n_warnings += 1
        if len(self.warnings) < self.most:
            self.warnings.append(Problem(self.file, int(row), column, message))

    def at(self, rows: Iterable[SupportsInt], column: str, message: str) -> None:
        """Record the same problem at several rows."""
        for row in rows:
            self.problem(row, column, message)

    def warn_at(self, rows: Iterable[SupportsInt], column: str, message: str) -> None:
        """Record the same warning at several rows."""
        for row in rows:
            self.warning(row, column, message)

    def in_order(self, columns: Iterable[str]) -> "Findings":
        """The same findings by row, and within a row in the order of the columns, other places first; at the
        end a remark where some were not kept.
        """
        place = {name: position for position, name in enumerate(columns)}

        def key(problem: Problem) -> tuple[int, int]:
            return problem.row, place.get(problem.column, -1)

        problems = sorted(self.problems, key=key) + self._not_kept(self.n_problems, "problems")
        warnings = sorted(self.warnings, key=key) + self._not_kept(self.n_warnings, "remarks")
        return Findings(self.file, problems, warnings, self.most)

    def _not_kept(self, count: int, name: str) -> list[Problem]:
        if count <= self.most:
            return []
        message = f"there are more {name} than {self.most:,}, and only so many are kept (TABLE_MAX_PROBLEMS)"
        return [Problem(self.file, 1, WHOLE_FILE, message)]


def quoted(value: str) -> str:
    """A cell's value for a message: short ones quoted, longer ones only measured.

    Error messages are logged, and a shifted column may hold a private conversation: no text is repeated.
    """
    if len(value) > LONGEST_SHOWN:
        return f"a text of {len(value)} characters"
    return json.dumps(value, ensure_ascii=False)


def one_of(choices: Iterable[str]) -> str:
    """The allowed words of a column for a message."""
    return "one of: " + "; ".join(choices)
