"""A table as a file gave it: names and columns, before any cell is understood."""

from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True)
class RawTable:
    """names: the header. columns: one Arrow array each, text where the format knows only text. first_row: the
    row number of the first record (2 after a header, 1 in JSONL).
    """

    names: list[str]
    columns: list[pa.Array | pa.ChunkedArray]
    first_row: int = 2

    @property
    def n_rows(self) -> int:
        """How many records there are."""
        return len(self.columns[0]) if self.columns else 0
