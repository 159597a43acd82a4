"""The long conversations: the user's turns and the label of each. The assistant's turns are in the annex
alone, which is no published table and has no place among `kinds.LAYOUTS`.
"""

import pandas as pd

from annotation.tables.columns import INT, Column, TableLayout
from annotation.tables.keys import check_constant, check_once
from annotation.tables.row_column_problems import Findings

IDENTITY = Column("transcript_id", filled=True, longest=100)
LABEL = Column("violation_label", longest=64)


def _check_transcripts(turns: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(turns, ("transcript_id", "turn_index"), findings)
    check_constant(turns, ("transcript_id",), "violation_label", findings)
    sound = turns[~turns.index.isin(findings.bad_rows(("transcript_id", "turn_index")))]
    by_transcript = sound.groupby("transcript_id", sort=False)["turn_index"]
    last = sound.loc[by_transcript.idxmax()]
    gaps = last["turn_index"].to_numpy() != by_transcript.nunique().to_numpy()
    message = "earlier turns of the transcript are missing, expected turns from 1 without gaps"
    findings.at(last.index[gaps], "turn_index", message)
    return turns


def _check_labels(labels: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(labels, ("transcript_id",), findings)
    return labels


LH_TRANSCRIPTS = TableLayout(
    kind="lh_transcripts",
    name="lh_transcripts",
    columns=(
        IDENTITY,
        Column("turn_index", INT, filled=True, least=1, most=32_767),
        Column("user_turn", filled=True),
        LABEL,
    ),
    key=("transcript_id", "turn_index"),
    check=_check_transcripts,
)

LH_LABELS = TableLayout(
    kind="lh_labels",
    name="lh_violation_labels",
    columns=(IDENTITY, LABEL),
    key=("transcript_id",),
    check=_check_labels,
)

LH_ANNEX = TableLayout(
    kind="lh_annex",
    name="lh_annex",
    columns=(
        IDENTITY,
        Column("turn_index", INT, filled=True, least=1, most=32_767),
        Column("user_turn", filled=True),
        Column("assistant_turn"),
        LABEL,
    ),
    key=("transcript_id", "turn_index"),
    check=_check_transcripts,
)
