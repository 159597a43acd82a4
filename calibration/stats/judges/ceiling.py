"""The human ceiling: does the panel agree with clinicians as well as another clinician does?
(STATISTICS.md section 5)

For clinician j, on the units that j judged and on which the panel has a verdict: agreement of the panel
with the other clinicians, and agreement of j with the same others on the same units. The difference is
paired by the task draws. Comparing the panel with the majority of three would not do: every clinician is
part of that majority, the panel is not.

Agreement with the others is taken over (unit, other clinician) pairs: their confusion counts are added
up, and the statistic is computed from the sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.judges.confusion import confusion, statistic_of_counts
from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.judges.panel_and_clinicians import check_panel_and_clinicians, compared_units
from calibration.stats.resampling import reasons
from calibration.stats.resampling.by_task import check_tasks
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws

SYMMETRIC = ("kappa", "agreement", "gwet_ac1", "mcc", "macro_f1")
SIDES = ("panel", "clinician")


@dataclass(frozen=True)
class CeilingRow:
    """Agreement with the other clinicians: of the panel, of this clinician, and panel minus clinician."""

    panel: Estimate
    clinician: Estimate
    difference: Estimate


@dataclass(frozen=True)
class HumanCeiling:
    """clinicians: one row each, in the order of the columns. mean: over the clinicians that have all
    three values.
    """

    statistic: str
    clinicians: tuple[CeilingRow, ...]
    mean: CeilingRow


@dataclass(frozen=True)
class _Side:
    """Values on all tasks and in each draw; what they rest on."""

    value: float
    drawn: NDArray[np.float64]


def human_ceiling(
    verdicts: ArrayLike,
    ratings: ArrayLike,
    task_index: ArrayLike,
    draws: Draws,
    statistic: str = "kappa",
) -> HumanCeiling:
    """verdicts: length U, the panel. ratings: U x R, one column a clinician. 1 met, 0 not met, -1 none.

    statistic: one of SYMMETRIC, which do not ask which side is the reference.
    Raises StatisticsInputError for fewer than two clinicians or tables that do not fit.
    """
    if statistic not in SYMMETRIC:
        raise StatisticsInputError(
            f"The ceiling is measured by {', '.join(SYMMETRIC)}, not by {statistic!r}."
        )
    verdicts, ratings = check_panel_and_clinicians(verdicts, ratings)
    tasks, _ = check_tasks(task_index, len(verdicts), draws.n_tasks)
    rows, sides = [], []
    for clinician in range(ratings.shape[1]):
        units, others = compared_units(verdicts, ratings, clinician)
        used = _used(units, tasks)
        pair = [
            _against_others(labels[units], others[units], tasks[units], draws, statistic)
            for labels in (verdicts, ratings[:, clinician])
        ]
        rows.append(_row(pair[0], pair[1], draws, statistic, used))
        sides.append(pair)
    used_by_any = (verdicts != MISSING) & ((ratings != MISSING).sum(axis=1) >= 2)
    mean = _mean_row(sides, draws, statistic, _used(used_by_any, tasks))
    return HumanCeiling(statistic, tuple(rows), mean)


def _used(units: NDArray[np.bool_], tasks: NDArray[np.int64]) -> dict[str, int]:
    return {"n_units": int(units.sum()), "n_tasks": len(np.unique(tasks[units]))}


def _against_others(
    labels: NDArray[np.int8],
    others: NDArray[np.int8],
    tasks: NDArray[np.int64],
    draws: Draws,
    statistic: str,
) -> _Side:
    per_task = sum(
        (confusion(labels, other, tasks, draws.n_tasks).per_task for other in others.T),
        start=np.zeros((draws.n_tasks, 4)),
    )
    value = float(statistic_of_counts(statistic, per_task.sum(axis=0)))
    return _Side(value, statistic_of_counts(statistic, draws.sums(per_task)))


def _row(panel: _Side, clinician: _Side, draws: Draws, statistic: str, used: dict[str, int]) -> CeilingRow:
    difference = _Side(panel.value - clinician.value, panel.drawn - clinician.drawn)
    return CeilingRow(*(_estimate(side, draws, statistic, used) for side in (panel, clinician, difference)))


def _mean_row(
    sides: Sequence[Sequence[_Side]], draws: Draws, statistic: str, used: dict[str, int]
) -> CeilingRow:
    known = [pair for pair in sides if all(np.isfinite(side.value) for side in pair)]
    if not known:
        reason = STATISTICS[statistic].undefined if used["n_units"] else reasons.NO_DATA
        nothing = no_estimate(reason, **used)
        return CeilingRow(nothing, nothing, nothing)
    panel, clinician = (
        _Side(
            float(np.mean([pair[side].value for pair in known])),
            np.mean([pair[side].drawn for pair in known], axis=0),
        )
        for side in range(len(SIDES))
    )
    return _row(panel, clinician, draws, statistic, used)


def _estimate(side: _Side, draws: Draws, statistic: str, used: dict[str, int]) -> Estimate:
    if not np.isfinite(side.value):
        reason = STATISTICS[statistic].undefined if used["n_units"] else reasons.NO_DATA
        return no_estimate(reason, **used)
    return estimate_from_draws(
        side.value, side.drawn, draws, n_units=used["n_units"], n_tasks=used["n_tasks"]
    )
