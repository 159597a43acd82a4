"""The clinicians' labels: one row a (response, criterion), a column for each of the round's three rater
slots.
"""

import pandas as pd

from annotation import vocabulary
from annotation.tables.columns import BOOL, CHOICE, INT, Column, TableLayout
from annotation.tables.keys import check_once
from annotation.tables.responses import KEY as RESPONSE_KEY
from annotation.tables.responses import KEY_COLUMNS
from annotation.tables.row_column_problems import Findings
from annotation.verdicts.columns import vote_column, vote_matrix
from annotation.verdicts.rules import MET, MISSING, N_RATERS, clinician_majorities

KEY = (*RESPONSE_KEY, "criterion_id")
RATERS = tuple(f"rater_{slot}_met" for slot in range(1, N_RATERS + 1))
CRITERION_COLUMNS = (
    Column("criterion_id", filled=True, longest=200),
    Column("criterion_title", filled=True),
    Column("rubric_dimension", CHOICE, filled=True, choices=vocabulary.DIMENSIONS),
    Column("weight", INT, filled=True, least=vocabulary.MIN_WEIGHT, most=vocabulary.MAX_WEIGHT),
)
WORDS = {MET: "True", 0: "False", MISSING: "an empty cell (undecided)"}


def _check(labels: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(labels, KEY, findings)
    majority = clinician_majorities(vote_matrix(labels, RATERS))
    differs = (vote_column(labels["met"]) != majority) & ~labels.index.isin(
        findings.bad_rows(("met", *RATERS))
    )
    for row, expected in zip(labels.index[differs], majority[differs], strict=True):
        findings.problem(row, "met", f"is not the raters' strict majority, expected {WORDS[int(expected)]}")
    return labels


LABELS = TableLayout(
    kind="labels",
    name="clinician_labels",
    columns=(
        *KEY_COLUMNS,
        *CRITERION_COLUMNS,
        Column("met", BOOL),
        *(Column(name, BOOL) for name in RATERS),
    ),
    key=KEY,
    check=_check,
)
