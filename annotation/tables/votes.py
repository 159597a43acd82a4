"""The candidate judges' votes: one row a vote; an empty `met` is no vote, and may say why."""

import pandas as pd

from annotation import vocabulary
from annotation.tables.columns import BOOL, CHOICE, DECIMAL, INT, Column, TableLayout
from annotation.tables.keys import check_once
from annotation.tables.labels import KEY as CRITERION_KEY
from annotation.tables.responses import KEY_COLUMNS, LARGEST_COUNT
from annotation.tables.row_column_problems import Findings

KEY = (*CRITERION_KEY, "judge")


def _check(votes: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(votes, KEY, findings)
    both = votes["met"].notna() & (votes["no_vote_reason"] != "")
    message = "gives a reason for having no vote but met is filled, expected only one of the two"
    findings.at(votes.index[both], "no_vote_reason", message)
    return votes


VOTES = TableLayout(
    kind="votes",
    name="candidate_votes",
    columns=(
        *KEY_COLUMNS,
        Column("criterion_id", filled=True, longest=200),
        Column("judge", filled=True, longest=200),
        Column("met", BOOL),
        Column("reason", optional=True),
        Column("no_vote_reason", CHOICE, optional=True, choices=vocabulary.NO_VOTE_REASONS),
        Column("prompt_version", optional=True, longest=64),
        Column("cost_usd", DECIMAL, optional=True),
        Column("latency_ms", INT, optional=True, least=0, most=LARGEST_COUNT),
    ),
    key=KEY,
    check=_check,
)
