"""A judge, panel or clinician against a reference: TP, FP, FN, TN for each task, and estimates from them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.resampling import reasons
from calibration.stats.resampling.by_task import check_tasks
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.headline import Headline
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.studentised import Studentised, studentised


@dataclass(frozen=True)
class Confusion:
    """Counts of one comparison, task by task.

    per_task: T x 4 (TP, FP, FN, TN), summed weights where weights were given.
    n_units: units on which both sides have a value, unweighted. n_tasks: tasks that hold such a unit.
    """

    per_task: NDArray[np.float64]
    n_units: int
    n_tasks: int

    @property
    def totals(self) -> NDArray[np.float64]:
        """TP, FP, FN, TN over all tasks."""
        return np.asarray(self.per_task.sum(axis=0))

    def value(self, name: str) -> float | None:
        """The named statistic of STATISTICS over all tasks, or None where it is undefined."""
        value = float(statistic_of_counts(name, self.totals))
        return value if np.isfinite(value) else None


def confusion(
    judged: ArrayLike,
    gold: ArrayLike,
    task_index: ArrayLike,
    n_tasks: int,
    weights: ArrayLike | None = None,
) -> Confusion:
    """Count `judged` against `gold` in each task; a unit where either is missing (-1) counts nowhere.

    judged, gold: length U, 1 met, 0 not met, -1 no value. task_index: length U, 0..n_tasks-1. weights:
    length U. Raises StatisticsInputError when lengths or values do not fit.
    """
    judged, gold = _checked(judged, gold)
    task_index, n_tasks = check_tasks(task_index, len(judged), n_tasks)
    weight = np.ones(len(judged)) if weights is None else np.asarray(weights, dtype=np.float64)
    if weight.shape != judged.shape or not np.isfinite(weight).all() or (weight < 0).any():
        raise StatisticsInputError("Weights need one number, zero or more, for each unit.")
    both = (judged != MISSING) & (gold != MISSING)
    cell = np.where(judged == 1, np.where(gold == 1, 0, 1), np.where(gold == 1, 2, 3))  # TP FP FN TN
    slots = task_index[both] * 4 + cell[both]
    per_task = np.bincount(slots, weights=weight[both], minlength=n_tasks * 4).astype(np.float64)
    return Confusion(per_task.reshape(n_tasks, 4), int(both.sum()), len(np.unique(task_index[both])))


def statistic_of_counts(name: str, counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The named statistic from counts (..., 4) in the order TP, FP, FN, TN; NaN where undefined."""
    tp, fp, fn, tn = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    return np.asarray(STATISTICS[name].of(tp, fp, tp + fn, fp + tn))


def estimates(counts: Confusion, draws: Draws) -> dict[str, Estimate]:
    """Every statistic of STATISTICS with its task-cluster interval."""
    return estimates_of_each([counts], draws)[0]


def estimates_of_each(
    comparisons: Sequence[Confusion], draws: Draws, *, percentiles_alone: bool = False
) -> list[dict[str, Estimate]]:
    """`estimates` of several comparisons over the same tasks; one matrix product serves them all.

    percentiles_alone: ten times as quick, for what is published with percentiles only.
    """
    if not comparisons:
        return []
    drawn = draws.sums(np.hstack([counts.per_task for counts in comparisons]))
    return [
        {
            name: _estimate(name, counts, drawn[:, 4 * k : 4 * k + 4], draws, percentiles_alone)
            for name in STATISTICS
        }
        for k, counts in enumerate(comparisons)
    ]


def estimate(name: str, counts: Confusion, draws: Draws) -> Estimate:
    """One statistic of STATISTICS with its task-cluster interval."""
    return _estimate(name, counts, draws.sums(counts.per_task), draws)


def _estimate(
    name: str, counts: Confusion, drawn: NDArray[np.float64], draws: Draws, percentiles_alone: bool = False
) -> Estimate:
    value = counts.value(name)
    if value is None:
        reason = STATISTICS[name].undefined if counts.n_units else reasons.NO_DATA
        return no_estimate(reason, n_units=counts.n_units, n_tasks=counts.n_tasks)
    of_draws = statistic_of_counts(name, drawn)
    how = _how(name, counts, draws)
    return estimate_from_draws(
        value, of_draws, draws, n_units=counts.n_units, n_tasks=counts.n_tasks, how=how
    )


def _how(name: str, counts: Confusion, draws: Draws) -> Headline:
    statistic, (tp, fp, fn, tn) = STATISTICS[name], counts.totals
    by_chance = None
    if statistic.by_chance is not None:
        by_chance = float(statistic.by_chance((2 * tp + fp + fn) / (2 * (tp + fp + fn + tn))))

    def spread() -> Studentised | None:
        return studentised(lambda sums: statistic_of_counts(name, sums), counts.per_task, draws)

    return Headline(statistic.scale, spread, by_chance)


def _checked(judged: ArrayLike, gold: ArrayLike) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    judged, gold = np.asarray(judged), np.asarray(gold)
    if judged.ndim != 1 or judged.shape != gold.shape:
        raise StatisticsInputError(
            f"Both sides must be lists of one length; they have the shapes {judged.shape} and {gold.shape}."
        )
    for name, values in (("judged", judged), ("reference", gold)):
        if not np.isin(values, (MISSING, 0, 1)).all():
            raise StatisticsInputError(f"The {name} values must be 1 (met), 0 (not met) or -1 (no value).")
    return judged.astype(np.int8), gold.astype(np.int8)
