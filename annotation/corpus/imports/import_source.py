"""A file on its way in: its rows, what was found wrong with them, and what the import made of them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.table_limits import table_limits
from annotation.models import Person
from annotation.tables.files.reading import TableResult, read_table
from annotation.tables.row_column_problems import Findings
from annotation.visible import look_alikes


@dataclass(frozen=True)
class ImportSource:
    """A table that was read and is sound by itself; imports then compare it with the database.

    frame: see TableResult; its index holds row numbers. findings: what the comparison finds. sha256: of the
    file.
    """

    kind: str
    name: str
    sha256: str
    frame: pd.DataFrame
    findings: Findings

    def refuse_problems(self) -> None:
        """Raise BadInputError with every problem found so far, if there is any. Call before the first
        write.
        """
        if self.findings.problems:
            raise BadInputError(self.findings.in_order(self.frame.columns).problems)


@dataclass
class ImportOutcome:
    """What an import did. created, changed, unchanged count rows of the file; details count what lies behind
    them.
    """

    rows: int
    created: int = 0
    changed: int = 0
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def unchanged(self) -> int:
        return self.rows - self.created - self.changed

    def as_json(self) -> dict[str, Any]:
        """JSON-ready counts."""
        counts = {"rows": self.rows, "created": self.created, "changed": self.changed}
        return {**counts, "unchanged": self.unchanged, "details": self.details}


def warn_of_look_alikes(source: ImportSource, column: str, known: Mapping[str, str]) -> None:
    """A remark at each name of the file that looks like another one, there or known, without being it.

    known: names that are known already, and how each is called in the remark.
    """
    frame = source.frame
    for name, other in look_alikes(frame[column].unique(), known).items():
        row = frame.index[(frame[column] == name).to_numpy()][0]
        called = known.get(other, f'"{other}"')
        message = f"looks like {called} and is another name; if both mean the same, write it alike everywhere"
        source.findings.warning(row, column, message)


def read_source(
    kind: str,
    path: str | Path,
    rename: Mapping[str, str] | None = None,
    ignore_unknown: bool = False,
    released: bool = False,
) -> ImportSource:
    """Read a file. Raises BadInputError with every problem that it has by itself. Options as in
    `read_table`.
    """
    return source_of(kind, path, read_table(kind, path, rename, ignore_unknown, released, table_limits()))


def source_of(kind: str, path: str | Path, result: TableResult) -> ImportSource:
    """The file as it was read. Raises BadInputError with every problem that it has by itself."""
    if result.problems:
        raise BadInputError(result.problems)
    findings = Findings(str(path), warnings=list(result.warnings), most=table_limits().problems)
    return ImportSource(kind, Path(path).name, _sha256(Path(path)), result.frame, findings)


def record_import(
    *, source: ImportSource, outcome: ImportOutcome, actor: Person | None, target: Any = None
) -> ImportOutcome:
    """Write the audit row of an import that did something, and return its outcome."""
    if outcome.created or outcome.changed:
        record_audit(
            actor=actor,
            verb=f"import_{source.kind}",
            target=target or f"table:{source.kind}",
            detail={"file": source.name, "sha256": source.sha256, **outcome.as_json()},
        )
    return outcome


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
