"""The studentised task bootstrap: each draw's distance from the value, in standard errors of that draw.

Every statistic here is a smooth function of sums over tasks that stays the same when all sums are doubled.
Its standard error is therefore the root of the sum of squares of what each task pulls (the linearised
influence), on the tasks as they are and on those of any draw. Source: Davison & Hinkley 1997, sections 2.7.2
and 5.2.1.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.interval import LEVELS

FEWEST_TASKS = 10
LEAST_DEFINED = 0.99
STEP = 1e-5  # of the largest sum: the slope is then right to about ten digits
SMALLEST_ERROR = 1e-9

Numbers = NDArray[np.float64]
OfSums = Callable[[Numbers], Numbers]


@dataclass(frozen=True)
class Studentised:
    """error: standard error of the statistic. low, high: the 2.5 and 97.5 percentiles of t over the draws."""

    error: float
    low: float
    high: float

    def interval(self, value: float, widened: float = 1.0) -> tuple[float, float]:
        """The 95 % interval about the value; widened: by how much its standard error is larger."""
        error = widened * self.error
        return value - self.high * error, value - self.low * error


def studentised(of_sums: OfSums, per_task: Numbers, draws: Draws) -> Studentised | None:
    """of_sums: the statistic of (..., K) sums. per_task: T x K.

    None where it is not defined: fewer than 10 tasks, no standard error, or none in over 1 % of the draws.
    """
    if len(per_task) < FEWEST_TASKS or not draws.n_draws:
        return None
    total, products = per_task.sum(axis=0), _products(per_task)
    error = float(standard_errors(of_sums, total[None], products.sum(axis=0)[None])[0])
    if not error > SMALLEST_ERROR:
        return None
    sums = draws.sums(per_task)
    errors, distance = standard_errors(of_sums, sums, draws.sums(products)), of_sums(sums) - of_sums(total)
    defined = np.isfinite(distance) & (errors > SMALLEST_ERROR)
    if defined.mean() < LEAST_DEFINED:
        return None
    low, high = np.percentile(distance[defined] / errors[defined], LEVELS)
    return Studentised(error, float(low), float(high))


def standard_errors(of_sums: OfSums, sums: Numbers, products: Numbers) -> Numbers:
    """Length D, NaN where undefined. sums: D x K. products: D x K^2, summed products of each task's sums."""
    slopes, n_sums = slopes_of(of_sums, sums), sums.shape[-1]
    squared = np.einsum("dk,dkl,dl->d", slopes, products.reshape(-1, n_sums, n_sums), slopes)
    return np.asarray(np.sqrt(np.maximum(squared, 0)))


def slopes_of(of_sums: OfSums, sums: Numbers) -> Numbers:
    """How the statistic changes with each of its sums, D x K."""
    step = STEP * np.abs(sums).max(axis=-1)
    slopes = np.empty(sums.shape)
    with np.errstate(invalid="ignore", divide="ignore"):
        for k in range(sums.shape[-1]):
            aside = np.zeros(sums.shape)
            aside[..., k] = step
            slopes[..., k] = (of_sums(sums + aside) - of_sums(sums - aside)) / (2 * step)
    return slopes


def _products(per_task: Numbers) -> Numbers:
    """T x K^2: each task's sums times each other."""
    return (per_task[:, :, None] * per_task[:, None, :]).reshape(len(per_task), -1)
