"""The cell scores a grader writes: one row a response. It is written, never imported: scores follow from
votes.
"""

import pandas as pd

from annotation.tables.columns import BOOL, INT, NUMBER, Column, TableLayout
from annotation.tables.responses import KEY, KEY_COLUMNS
from annotation.tables.row_column_problems import Findings


def _nothing_to_check(cells: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    return cells


CELL_SCORES = TableLayout(
    kind="cell_scores",
    name="cell_scores",
    columns=(
        *KEY_COLUMNS,
        Column("weight_met", INT, filled=True, least=0),
        Column("weight_voted", INT, filled=True, least=0),
        Column("score", NUMBER),
        Column("judges", INT, filled=True, least=0),
        Column("included", BOOL, filled=True),
        Column("empty_response", BOOL, filled=True),
    ),
    key=KEY,
    check=_nothing_to_check,
)
