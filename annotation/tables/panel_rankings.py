"""The panel rankings: one row a panel, best first."""

import re

import pandas as pd

from annotation.tables.columns import BOOL, INT, NUMBER, Column, TableLayout
from annotation.tables.keys import check_once
from annotation.tables.row_column_problems import Findings

JUDGE_COLUMN = re.compile(r"judge_[1-9][0-9]?")


def judge_columns(rankings: pd.DataFrame) -> list[str]:
    """The columns that name a panel's judges: judge_1, judge_2, ..."""
    return [name for name in rankings.columns if JUDGE_COLUMN.fullmatch(name)]


def _check(rankings: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    names = judge_columns(rankings)
    check_once(rankings, names, findings)
    for position, later in enumerate(names):
        twice = rankings[names[:position]].eq(rankings[later], axis=0).any(axis=1)
        findings.at(
            rankings.index[twice], later, "the same judge twice in one panel, expected different judges"
        )
    return rankings


def _numbers(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, NUMBER) for name in names)


def _counts(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, INT, filled=True, least=0) for name in names)


RANKINGS = TableLayout(
    kind="panel_rankings",
    name="panel_rankings",
    columns=(
        Column("rank", INT, filled=True, least=1),
        Column("judge_{n}", filled=True, longest=200),
        *_numbers("kappa", "kappa_low", "kappa_high", "kappa_corrected", "p_best"),
        Column("rank_low", INT, least=1),
        Column("rank_high", INT, least=1),
        Column("in_indifference_set", BOOL),
        *_numbers(
            "macro_f1", "agreement", "mcc", "gwet_ac1", "false_met_rate", "false_not_met_rate", "net_bias"
        ),
        *_counts("units", "units_full", "units_reduced", "ties", "units_no_vote", "families"),
        Column("cost_per_1000", NUMBER),
    ),
    key=("rank",),
    check=_check,
)
