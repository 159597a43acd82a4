"""95 % intervals from bootstrap draws or from leaving out one task at a time."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.resampling import reasons
from calibration.stats.resampling.defaults import LEVELS
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.headline import EXPANDED_ONLY, Headline, headline_interval


def percentile_interval(
    draw_values: ArrayLike, levels: tuple[float, float] = LEVELS
) -> tuple[float | None, float | None, int]:
    """(low, high, undefined): linear percentiles of the defined draws, by default 2.5 and 97.5; how many are
    undefined.

    draw_values: length D; NaN or infinite where the statistic is undefined. low and high are None when it is
    undefined in every draw.
    """
    values = np.asarray(draw_values, dtype=np.float64)
    defined = values[np.isfinite(values)]
    undefined = values.size - defined.size
    if not defined.size:
        return None, None, undefined
    low, high = np.percentile(defined, levels)
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
    how: Headline = EXPANDED_ONLY,
) -> Estimate:
    """A defined value with its intervals, or with the reason why it has none.

    draw_values: length D. n_tasks: that hold units of the value. how: what the headline can be made from;
    by default expanded percentiles.
    """
    values = np.asarray(draw_values, dtype=np.float64)
    low, high, undefined = percentile_interval(values)
    silent = Estimate(value, None, None, n_units, n_tasks, n_ratings, "", reasons.NO_DRAWS, undefined)
    if draws.n_draws == 0:
        return silent
    if n_tasks < 2:
        return replace(silent, reason=reasons.ONE_TASK)
    if low is None:
        return replace(silent, reason=reasons.ALL_DRAWS_UNDEFINED)
    published = replace(silent, reason=reasons.NO_VARIATION, percentile_low=low, percentile_high=high)
    headline = headline_interval(value, values[np.isfinite(values)], n_tasks, how)
    if headline is None:
        return published
    return replace(published, low=headline[0], high=headline[1], method=headline[2], reason=None)
