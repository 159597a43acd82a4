"""The published table formats, read strictly and written byte for byte the same. No database, no Django.

Start at `read_table`, `write_table` and `LAYOUTS`.
"""

from annotation.tables.files.reading import TableResult, read_table
from annotation.tables.files.writing import write_table
from annotation.tables.kinds import LAYOUTS, layout_of
from annotation.tables.row_column_problems import Findings, Problem

__all__ = [
    "LAYOUTS",
    "Findings",
    "Problem",
    "TableResult",
    "layout_of",
    "read_table",
    "write_table",
]
