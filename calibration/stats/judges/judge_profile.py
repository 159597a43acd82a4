"""One judge, panel or clinician against gold: overall and within each dimension, so that an overall
number cannot hide a broken category.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.judges.confusion import Confusion, confusion, estimates_of_each
from calibration.stats.resampling.by_task import check_tasks
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.input_error import StatisticsInputError


@dataclass(frozen=True)
class ProfileSlice:
    """One slice of a profile.

    counts: TP, FP, FN, TN. statistics: every statistic of STATISTICS with its task-cluster interval.
    weighted: the same with each unit counted as often as its criterion weighs, empty when no weights were
    given. coverage: share of the slice's units on which there is a verdict, None when the slice has no
    unit.
    """

    counts: tuple[int, int, int, int]
    statistics: dict[str, Estimate]
    weighted: dict[str, Estimate]
    coverage: float | None


@dataclass(frozen=True)
class JudgeProfile:
    """overall, and by: the same within each label of the slices, in sorted order."""

    overall: ProfileSlice
    by: dict[str, ProfileSlice]


def judge_profile(
    verdicts: ArrayLike,
    gold: ArrayLike,
    task_index: ArrayLike,
    draws: Draws,
    *,
    slices: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    percentiles_alone: bool = False,
) -> JudgeProfile:
    """Compare verdicts with gold. The draws are those of the whole report, so that slices can be
    compared.

    verdicts, gold: length U, 1 met, 0 not met, -1 no vote or undecided. task_index: U, numbers below
    draws.n_tasks. slices: U labels, dimensions for instance. weights: U criterion weights.
    percentiles_alone: as in `estimates_of_each`. Raises
    StatisticsInputError when lengths or values do not fit.
    """
    verdicts, gold = np.asarray(verdicts), np.asarray(gold)
    tasks, _ = check_tasks(task_index, len(verdicts), draws.n_tasks)
    labels = _checked_labels(slices, len(verdicts))
    names = sorted(set(labels.tolist()))
    parts = [np.ones(len(verdicts), dtype=bool), *(labels == name for name in names)]

    def count(units: NDArray[np.bool_], weight: NDArray[np.float64] | None) -> Confusion:
        return confusion(verdicts[units], gold[units], tasks[units], draws.n_tasks, weight)

    def estimated(counts: list[Confusion]) -> list[dict[str, Estimate]]:
        return estimates_of_each(counts, draws, percentiles_alone=percentiles_alone)

    plain = [count(units, None) for units in parts]
    weighted: list[dict[str, Estimate]] = [{} for _ in parts]
    if weights is not None:
        heavy = _checked_weights(weights, len(verdicts))
        weighted = estimates_of_each(
            [count(units, heavy[units]) for units in parts], draws, percentiles_alone=percentiles_alone
        )
    compared = [
        ProfileSlice(_whole(counts), statistics, of_weights, _coverage(verdicts[units]))
        for units, counts, statistics, of_weights in zip(
            parts,
            plain,
            estimates_of_each(plain, draws, percentiles_alone=percentiles_alone),
            weighted,
            strict=True,
        )
    ]
    return JudgeProfile(compared[0], dict(zip(names, compared[1:], strict=True)))


def _whole(counts: Confusion) -> tuple[int, int, int, int]:
    tp, fp, fn, tn = (int(count) for count in counts.totals)
    return tp, fp, fn, tn


def _coverage(verdicts: NDArray[np.int8]) -> float | None:
    return float((verdicts >= 0).mean()) if len(verdicts) else None


def _checked_weights(weights: ArrayLike, n_units: int) -> NDArray[np.float64]:
    heavy = np.asarray(weights, dtype=np.float64)
    if heavy.shape != (n_units,):
        raise StatisticsInputError(
            f"Weights need one number for each of the {n_units} units; {heavy.size} were given."
        )
    return heavy


def _checked_labels(slices: ArrayLike | None, n_units: int) -> NDArray[np.str_]:
    if slices is None:
        return np.empty(0, dtype=str)
    labels = np.asarray(slices, dtype=str)
    if labels.shape != (n_units,):
        raise StatisticsInputError(
            f"Slices need one label for each of the {n_units} units; {labels.size} were given."
        )
    return labels
