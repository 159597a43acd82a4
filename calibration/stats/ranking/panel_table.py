"""Panels with all their columns, from counts and what the draws said."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.panel_resampling import KappaIntervals, Resampled
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.ranking.ranking_inputs import Candidate
from calibration.stats.ranking.ranking_result import PanelTable
from calibration.stats.ranking.winners_curse import ChosenKappa

STATISTIC_COLUMNS = (
    "kappa",
    "macro_f1",
    "agreement",
    "mcc",
    "gwet_ac1",
    "false_met_rate",
    "false_not_met_rate",
    "net_bias",
)


def ranked_table(
    members: NDArray[np.int64],
    counts: PanelCounts,
    judges: tuple[Candidate, ...],
    metric: str,
    resampled: Resampled | None,
    first: ChosenKappa | None,
) -> PanelTable:
    """The table of all panels in rank order. resampled, first (the kappa of the first panel): None without
    draws.
    """
    columns = _columns(members, counts, judges, metric, resampled.kappa if resampled else None)
    columns["rank"] = np.arange(1, len(members) + 1)
    correction = None if first is None else first.correction
    columns["kappa_corrected"] = None if correction is None else columns["kappa"] - correction
    if resampled is not None:
        columns["p_best"] = resampled.p_best
        columns["rank_low"], columns["rank_high"] = resampled.rank_low, resampled.rank_high
        columns["in_indifference_set"] = resampled.in_indifference_set
    return PanelTable(**columns)


def baseline_table(
    members: NDArray[np.int64],
    counts: PanelCounts,
    judges: tuple[Candidate, ...],
    metric: str,
    intervals: KappaIntervals | None,
) -> PanelTable:
    """Panels shown beside the ranking, without rank or probability of being best."""
    return PanelTable(**_columns(members, counts, judges, metric, intervals))


def panel_costs(members: NDArray[np.int64], judges: tuple[Candidate, ...]) -> NDArray[np.float64]:
    """Cost of each panel per 1,000 units, length P; NaN when the cost of one of its judges is unknown."""
    costs = np.array([np.nan if judge.cost is None else judge.cost for judge in judges])
    return np.asarray(costs[members].sum(axis=1))


def missing_votes(counts: PanelCounts) -> NDArray[np.int64]:
    """Votes that the judges of each panel did not return, length P."""
    size = counts.units_by_votes.shape[1] - 1
    return np.asarray(counts.units_by_votes @ np.arange(size, -1, -1))


def family_numbers(members: NDArray[np.int64], judges: tuple[Candidate, ...]) -> NDArray[np.int64]:
    """Distinct families on each panel, length P; judges of unknown family are not counted."""
    known = sorted({judge.family for judge in judges if judge.family})
    number = {family: number for number, family in enumerate(known)}
    sits = np.sort(np.array([number.get(judge.family or "", -1) for judge in judges])[members], axis=1)
    return np.asarray((np.diff(sits, axis=1, prepend=-1) > 0).sum(axis=1))


def _columns(
    members: NDArray[np.int64],
    counts: PanelCounts,
    judges: tuple[Candidate, ...],
    metric: str,
    intervals: KappaIntervals | None,
) -> dict[str, Any]:
    totals = counts.totals()
    by_votes = counts.units_by_votes
    return {name: STATISTICS[name].of(*totals) for name in STATISTIC_COLUMNS} | {
        "judges": judges,
        "members": members,
        "score": STATISTICS[metric].of(*totals),
        "kappa_low": None if intervals is None else intervals.low,
        "kappa_high": None if intervals is None else intervals.high,
        "kappa_headline_low": None if intervals is None else intervals.headline_low,
        "kappa_headline_high": None if intervals is None else intervals.headline_high,
        "kappa_undefined_draws": None if intervals is None else intervals.undefined_draws,
        "units": by_votes[:, 1:].sum(axis=1),
        "units_full": by_votes[:, -1],
        "units_reduced": by_votes[:, 1:-1].sum(axis=1),
        "ties": counts.ties,
        "units_no_vote": by_votes[:, 0],
        "units_by_votes": by_votes,
        "missing_votes": missing_votes(counts),
        "families": family_numbers(members, judges),
        "cost_per_1000": panel_costs(members, judges),
    }
