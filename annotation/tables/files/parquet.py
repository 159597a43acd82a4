"""Read and write Parquet: text, whole numbers, numbers and yes/no, each in its own type and never in
another's.
"""

import re
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from annotation.tables.columns import BOOL, INT, NUMBER, Column
from annotation.tables.files.limits import Limits
from annotation.tables.files.parquet_size import is_small_enough
from annotation.tables.files.raw import RawTable
from annotation.tables.row_column_problems import WHOLE_FILE, Findings

ARROW_TYPES = {INT: pa.int64(), BOOL: pa.bool_(), NUMBER: pa.float64()}


NAMELESS_INDEX = re.compile(r"__index_level_\d+__")


def read_parquet(path: Path, findings: Findings, limits: Limits) -> RawTable | None:
    """The file's columns as stored, or None when it is not Parquet or too large; what is wrong goes to
    `findings`. Raises MemoryError.
    """
    if path.stat().st_size == 0:
        findings.problem(1, WHOLE_FILE, "the file is empty (0 bytes), expected Parquet")
        return None
    try:
        with pq.ParquetFile(path) as source:
            if not is_small_enough(path, source.metadata, limits, findings):
                return None
            table = source.read()
        table.validate(full=True)
    except MemoryError:  # Arrow's own is one of the exceptions below too, and says nothing about the file
        raise
    except (pa.ArrowException, OSError):
        findings.problem(
            1,
            WHOLE_FILE,
            "cannot be read as Parquet and may be cut off, expected a whole Parquet file; copy it again",
        )
        return None
    table = table.drop_columns(_index_columns(table, findings))
    return RawTable(table.column_names, table.columns)


def _index_columns(table: pa.Table, findings: Findings) -> list[str]:
    """Columns that pandas itself says are a nameless index, each with a warning that it is left out."""
    described = (table.schema.pandas_metadata or {}).get("index_columns", [])
    columns = [name for name in described if isinstance(name, str) and NAMELESS_INDEX.fullmatch(name)]
    left_out = [name for name in columns if name in table.column_names]
    for name in left_out:
        findings.warning(1, name, "the column is a data frame's index without a name, so it is left out")
    return left_out


def write_parquet(frame: pd.DataFrame, columns: tuple[Column, ...], path: Path) -> None:
    """Write the frame: strings, int64 and booleans, null where missing; pandas reads nullable types back."""
    fields = [pa.field(column.name, ARROW_TYPES.get(column.kind, pa.string())) for column in columns]
    pq.write_table(pa.Table.from_pandas(frame, schema=pa.schema(fields), preserve_index=False), path)
