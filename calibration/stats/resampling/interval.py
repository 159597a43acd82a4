"""95 % intervals from bootstrap draws or from leaving out one task at a time."""

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

LEVELS = (2.5, 97.5)


def percentile_interval(draw_values: ArrayLike) -> tuple[float | None, float | None, int]:
    """(low, high, undefined): linear 2.5 and 97.5 percentiles of the defined draws; how many are undefined.

    draw_values: length D; NaN or infinite where the statistic is undefined. low and high are None when it is
    undefined in every draw.
    """
    values = np.asarray(draw_values, dtype=np.float64)
    defined = values[np.isfinite(values)]
    undefined = values.size - defined.size
    if not defined.size:
        return None, None, undefined
    low, high = np.percentile(defined, LEVELS)
    return float(low), float(high), undefined


def jackknife_interval(value: float, left_out: ArrayLike) -> tuple[float | None, float | None]:
    """value +- t(T-1) times the delete-one-task jackknife standard error.

    left_out: length T, the statistic without task t. Undefined or fewer than two tasks: (None, None).
    Source: Efron & Tibshirani 1993, eq. 11.5.
    """
    values = np.asarray(left_out, dtype=np.float64)
    n_tasks = values.size
    if n_tasks < 2 or not np.isfinite(value) or not np.isfinite(values).all():
        return None, None
    error = np.sqrt((n_tasks - 1) / n_tasks * np.square(values - values.mean()).sum())
    from scipy.special import stdtrit  # here, because loading it costs every command a quarter of a second

    margin = float(stdtrit(n_tasks - 1, LEVELS[1] / 100) * error)
    return float(value) - margin, float(value) + margin


def estimate_from_draws(
    value: float,
    draw_values: ArrayLike,
    draws: Draws,
    *,
    n_units: int,
    n_tasks: int,
    n_ratings: int | None = None,
) -> Estimate:
    """A defined value with its task-bootstrap interval, or with the reason why it has none."""
    low, high, undefined = percentile_interval(draw_values)
    reason = None
    if draws.n_draws == 0:
        reason = reasons.NO_DRAWS
    elif n_tasks < 2:
        low, high, reason = None, None, reasons.ONE_TASK
    elif low is None:
        reason = reasons.ALL_DRAWS_UNDEFINED
    method = f"percentile bootstrap over {draws.n_tasks} tasks, {draws.n_draws} draws, seed {draws.seed}"
    return Estimate(value, low, high, n_units, n_tasks, n_ratings, method, reason, undefined)
