"""What judges say and what follows from it: the candidates' votes (one row a vote; an empty `met` is no vote,
and may say why), the judgments of the frozen panel (its votes and verdict on every criterion of every
response), and the cell scores a grader writes (one row a response; written, never imported: scores follow
from votes).
"""

import re

import numpy as np
import pandas as pd

from annotation import vocabulary
from annotation.tables.columns import BOOL, CHOICE, DECIMAL, INT, NUMBER, Column, TableLayout
from annotation.tables.keys import check_constant, check_once
from annotation.tables.labels import CRITERION_COLUMNS, WORDS
from annotation.tables.labels import KEY as CRITERION_KEY
from annotation.tables.responses import KEY as RESPONSE_KEY
from annotation.tables.responses import KEY_COLUMNS, LARGEST_COUNT
from annotation.tables.row_column_problems import Findings
from annotation.verdicts.columns import vote_column, vote_matrix
from annotation.verdicts.rules import panel_verdicts, votes_cast, votes_for_met

VOTE_KEY = (*CRITERION_KEY, "judge")
JUDGE_COLUMN = re.compile(r"judge_([1-9][0-9]?)_met")
LARGEST_PANEL = 64
# The task's metadata under the names this table publishes them.
METADATA: dict[str, str] = {
    "question_type": "TURNS",
    "age": "AGE",
    "prompt_intent": "PROMPT_INTENT",
    "explicit_type": "EXPLICIT_TYPE",
    "progression_stage": "PROGRESSION_STAGE",
    "sub_category": "SUB_CATEGORY",
}


def _check_votes(votes: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(votes, VOTE_KEY, findings)
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
    key=VOTE_KEY,
    check=_check_votes,
)


def judge_columns(judgments: pd.DataFrame) -> list[str]:
    """The panel's columns in frozen order: judge_1_met, judge_2_met, ..."""
    return [name for name in judgments.columns if JUDGE_COLUMN.fullmatch(name)]


def judge_column(position: int) -> str:
    """The column of the judge in this seat, from 1."""
    return f"judge_{position}_met"


def _check(judgments: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(judgments, CRITERION_KEY, findings)
    counted = ("judges_voting", "votes_met", "panel_verdict", "empty_response", *judge_columns(judgments))
    sound = judgments[~judgments.index.isin(findings.bad_rows(counted))]
    _check_counts(sound, findings)
    _check_verdicts(sound, findings)
    _check_status(sound, findings)
    for column in ("empty_response", "response_status"):
        check_constant(judgments, RESPONSE_KEY, column, findings)
    for column in METADATA:
        check_constant(judgments, ("unique_id",), column, findings)
    return judgments


def _check_counts(judgments: pd.DataFrame, findings: Findings) -> None:
    votes = vote_matrix(judgments, judge_columns(judgments))
    for column, counted, what in (
        ("judges_voting", votes_cast(votes), "judges with a vote"),
        ("votes_met", votes_for_met(votes), "judges who said met"),
    ):
        stated = judgments[column].to_numpy(dtype=np.int64)
        rows = judgments.index.to_numpy()
        for position in np.flatnonzero(stated != counted):
            message = (
                f"says {stated[position]}, expected {counted[position]}, the number of {what} in this row"
            )
            findings.problem(rows[position], column, message)


def _check_verdicts(judgments: pd.DataFrame, findings: Findings) -> None:
    empty = judgments["empty_response"].to_numpy(dtype=bool)
    votes = vote_matrix(judgments, judge_columns(judgments))
    expected = panel_verdicts(votes, empty)
    rows = judgments.index.to_numpy()
    words = {**WORDS, -1: "an empty cell (no vote)"}
    for position in np.flatnonzero(vote_column(judgments["panel_verdict"]) != expected):
        why = (
            "the response is empty, so nothing is met"
            if empty[position]
            else "the strict majority of the votes"
        )
        message = f"does not follow from the row, expected {words[int(expected[position])]}: {why}"
        findings.problem(rows[position], "panel_verdict", message)


def _check_status(judgments: pd.DataFrame, findings: Findings) -> None:
    empty = judgments["empty_response"].astype(bool)
    status = judgments["response_status"]
    message = "says empty but empty_response is False, expected the two to agree"
    findings.at(judgments.index[(status == "empty") & ~empty], "response_status", message)
    contradicting = judgments[(status == "ok") & empty].drop_duplicates(list(RESPONSE_KEY))
    findings.warn_at(
        contradicting.index,
        "response_status",
        "says ok but empty_response is True; the response is scored as empty",
    )


JUDGMENTS = TableLayout(
    kind="judgments",
    name="judgments",
    columns=(
        *KEY_COLUMNS,
        *CRITERION_COLUMNS,
        Column("judges_voting", INT, filled=True, least=0, most=LARGEST_PANEL),
        Column("votes_met", INT, filled=True, least=0, most=LARGEST_PANEL),
        Column("panel_verdict", BOOL),
        Column("judge_{n}_met", BOOL),
        Column("empty_response", BOOL, filled=True),
        Column("response_status", CHOICE, filled=True, choices=vocabulary.RESPONSE_STATUSES),
        Column("question_type", CHOICE, filled=True, choices=vocabulary.TURNS),
        Column("age", CHOICE, filled=True, choices=vocabulary.AGES),
        Column("prompt_intent", CHOICE, filled=True, choices=vocabulary.INTENTS),
        Column("explicit_type", CHOICE, filled=True, choices=vocabulary.EXPLICITNESS),
        Column("progression_stage", CHOICE, filled=True, choices=vocabulary.STAGES),
        Column("sub_category", CHOICE, filled=True, choices=vocabulary.SUBCATEGORIES),
    ),
    key=CRITERION_KEY,
    check=_check,
)


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
    key=RESPONSE_KEY,
    check=_nothing_to_check,
)
