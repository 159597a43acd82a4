"""The panel's weighted net bias on the calibration set, by dimension: how generous or strict it is, and how
far that could move a score.

The band stands beside the raw score, which stays the headline: it assumes that the panel errs on the
evaluated models as it does on the calibration set.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.resampling import reasons
from calibration.stats.resampling.by_task import check_tasks, sum_by_task
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.ratio import ratio


@dataclass(frozen=True, eq=False)
class CalibrationBias:
    """Per-task sums over calibration units for each dimension, T x K columns in the order of `dimensions`.

    excess: weight wrongly met less weight wrongly not met. weight and n_units: of all units with a verdict
    and a decided gold.
    """

    dimensions: tuple[str, ...]
    excess: NDArray[np.float64]
    weight: NDArray[np.float64]
    n_units: NDArray[np.float64]


def calibration_bias(
    tasks: ArrayLike,
    dimensions: Sequence[str],
    weights: ArrayLike,
    panel: ArrayLike,
    gold: ArrayLike,
    *,
    n_tasks: int | None = None,
) -> CalibrationBias:
    """Collect the panel's errors on the calibration set.

    All length U: task number, dimension, weight of the criterion, panel verdict and clinicians' majority,
    each 1 met, 0 not met, -1 none. Units where either is none are left out.
    """
    verdict, majority = np.asarray(panel, dtype=np.int64), np.asarray(gold, dtype=np.int64)
    task_numbers, n_tasks = check_tasks(tasks, verdict.size, n_tasks)
    weight = np.asarray(weights, dtype=np.float64)
    names, which = np.unique(np.asarray(dimensions, dtype=str), return_inverse=True)
    if not weight.shape == majority.shape == which.shape == verdict.shape:
        raise StatisticsInputError(
            "Each calibration unit needs a dimension, a weight, a verdict and a majority."
        )
    both = (verdict != MISSING) & (majority != MISSING)
    groups = (task_numbers * len(names) + which)[both]

    def collected(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return sum_by_task(values[both], groups, n_tasks * len(names)).reshape(n_tasks, len(names))

    return CalibrationBias(
        tuple(str(name) for name in names),
        collected(weight * (verdict - majority)),
        collected(weight),
        collected(np.ones(verdict.size)),
    )


def weighted_bias(bias: CalibrationBias, weight_shares: Mapping[str, float], draws: Draws) -> Estimate:
    """Sum over dimensions of share x (wrongly met - wrongly not met weight) / weight; positive is generous.

    weight_shares: dimension to share, adding to 1. The calibration tasks are drawn. The reason is no_data
    when the calibration set has no unit in one of these dimensions.
    """
    wanted = {name: share for name, share in weight_shares.items() if share}
    known = {name: k for k, name in enumerate(bias.dimensions) if bias.weight[:, k].any()}
    if not wanted or not wanted.keys() <= known.keys():
        return no_estimate(reasons.NO_DATA)
    columns, shares = [known[name] for name in wanted], np.array(list(wanted.values()))
    excess, weight = bias.excess[:, columns], bias.weight[:, columns]
    drawn = draws.sums(np.hstack([excess, weight]))
    drawn_bias = ratio(drawn[:, : len(columns)], drawn[:, len(columns) :]) @ shares
    value = float(ratio(excess.sum(axis=0), weight.sum(axis=0)) @ shares)
    n_units = bias.n_units[:, columns].sum(axis=1)
    return estimate_from_draws(
        value, drawn_bias, draws, n_units=int(n_units.sum()), n_tasks=int((n_units > 0).sum())
    )


def bias_by_dimension(bias: CalibrationBias, draws: Draws) -> dict[str, Estimate]:
    """The weighted net bias in each dimension."""
    return {name: weighted_bias(bias, {name: 1.0}, draws) for name in bias.dimensions}


def judge_error_band(
    score: float, weight_shares: Mapping[str, float], bias: CalibrationBias, draws: Draws
) -> Estimate:
    """The score less the bias of its dimensions, with the interval that resampling the calibration tasks
    gives.

    score: a model's mean, overall or in one dimension. weight_shares: the share of that score's weight in
    each dimension ({dimension: 1} for one dimension). Not cut at 0 and 1.
    """
    error = weighted_bias(bias, weight_shares, draws)
    if error.value is None:
        return error

    def less(end: float | None) -> float | None:
        return None if end is None else score - end

    return replace(
        error,
        value=score - error.value,
        low=less(error.high),
        high=less(error.low),
        percentile_low=less(error.percentile_high),
        percentile_high=less(error.percentile_low),
    )
