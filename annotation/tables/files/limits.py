"""How large a table may be: judged by what a file says of itself, before a value of it is unpacked."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annotation.tables.row_column_problems import MOST_PROBLEMS, WHOLE_FILE, Findings

BYTES_A_CELL = 8  # in memory, however little a file needs to repeat the same cell
SETTINGS = {
    "bytes": "TABLE_MAX_BYTES",
    "rows": "TABLE_MAX_ROWS",
    "columns": "TABLE_MAX_COLUMNS",
    "unpacked_bytes": "TABLE_MAX_UNPACKED_BYTES",
    "problems": "TABLE_MAX_PROBLEMS",
}
TOO_MUCH_MEMORY = (
    "reading the file needs more memory than there is, although nothing shows that it is damaged; expected "
    "a table that fits: divide it into several files, or read it on a machine with more memory"
)


@dataclass(frozen=True)
class Limits:
    """bytes: of the file. unpacked_bytes: what its cells take once they are read. problems: how many problems
    and how many warnings are kept.
    """

    bytes: int = 1_000_000_000
    rows: int = 5_000_000
    columns: int = 500
    unpacked_bytes: int = 4_000_000_000
    problems: int = MOST_PROBLEMS

    def allow_file(self, path: Path, findings: Findings) -> bool:
        """Whether the file is small enough to be opened; else the finding says so. Raises OSError."""
        return self._allow(bytes=path.stat().st_size, findings=findings)

    def allow_table(self, n_rows: int, n_columns: int, findings: Findings) -> bool:
        """Whether so many records (without the header) and columns may be read."""
        n_bytes = BYTES_A_CELL * n_rows * n_columns
        return self._allow(rows=n_rows, columns=n_columns, unpacked_bytes=n_bytes, findings=findings)

    def allow_unpacked(self, n_bytes: int, findings: Findings) -> bool:
        """Whether cells of so many bytes may be read."""
        return self._allow(unpacked_bytes=n_bytes, findings=findings)

    def _allow(self, *, findings: Findings, **counts: int) -> bool:
        complaints = list(self._complaints(counts))
        for message in complaints[:1]:
            findings.problem(1, WHOLE_FILE, message)
        return not complaints

    def _complaints(self, counts: dict[str, int]) -> Iterator[str]:
        for name, count in counts.items():
            most = getattr(self, name)
            if count > most:
                yield (
                    f"the file {WORDS[name].format(f'{count:,}')}, expected {most:,} at most; divide it into "
                    f"several files, or set {SETTINGS[name]} higher"
                )


WORDS = {
    "bytes": "has {} bytes",
    "rows": "has {} rows",
    "columns": "has {} columns",
    "unpacked_bytes": "unpacks to {} bytes or more",
}
NO_LIMITS_SET = Limits()
