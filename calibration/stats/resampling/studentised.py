"""The studentised task bootstrap: each draw's distance from the value, in standard errors of that draw.

Every statistic here is a smooth function of sums over tasks that stays the same when all sums are doubled.
Its standard error is therefore the root of the sum of squares of what each task pulls (the linearised
influence), on the tasks as they are and on those of any draw. Source: Davison & Hinkley 1997, sections 2.7.2
and 5.2.1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.defaults import LEVELS
from calibration.stats.resampling.draws import Draws

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


def studentised(
    of_sums: OfSums, per_task: Numbers, draws: Draws, columns: Sequence[int] | None = None
) -> Studentised | None:
    """of_sums: the statistic of (..., K) sums. per_task: T x K. columns: those that it depends on, all by
    default. Tasks whose sums are all zero there hold nothing of it and do not count.

    None where it is not defined: fewer than 10 tasks, no standard error, or none in over 1 % of the draws.
    """
    used = range(per_task.shape[1]) if columns is None else columns
    if not draws.n_draws or np.count_nonzero(per_task[:, list(used)].any(axis=1)) < FEWEST_TASKS:
        return None
    total = per_task.sum(axis=0)
    error = float(standard_errors(of_sums, total[None], per_task, np.ones((1, len(per_task))), used)[0])
    if not error > SMALLEST_ERROR:
        return None
    errors, distance = np.empty(draws.n_draws), np.empty(draws.n_draws)
    for start, drawn in draws.blocks():
        counts = drawn.astype(np.float64)
        sums, rows = counts @ per_task, slice(start, start + len(counts))
        errors[rows] = standard_errors(of_sums, sums, per_task, counts, used)
        distance[rows] = of_sums(sums) - of_sums(total)
    return of_distances(error, distance, errors)


def of_distances(error: float, distance: Numbers, errors: Numbers) -> Studentised | None:
    """error: on all tasks. distance, errors: length D, of each draw from the value and its standard error."""
    defined = np.isfinite(distance) & (errors > SMALLEST_ERROR)
    if not error > SMALLEST_ERROR or defined.mean() < LEAST_DEFINED:
        return None
    low, high = np.percentile(distance[defined] / errors[defined], LEVELS)
    return Studentised(error, float(low), float(high))


def standard_errors(
    of_sums: OfSums, sums: Numbers, per_task: Numbers, counts: Numbers, columns: Sequence[int] | None = None
) -> Numbers:
    """Length D, NaN where undefined. sums: D x K, those of counts (D x T), how often each task is drawn."""
    used = list(range(sums.shape[-1]) if columns is None else columns)
    influence = slopes_of(of_sums, sums, used) @ per_task[:, used].T
    return np.asarray(np.sqrt(np.einsum("dt,dt->d", np.square(influence, out=influence), counts)))


def slopes_of(of_sums: OfSums, sums: Numbers, columns: Sequence[int] | None = None) -> Numbers:
    """How the statistic changes with each of the named sums, by default all; D x K."""
    used = range(sums.shape[-1]) if columns is None else columns
    step = STEP * np.abs(sums).max(axis=-1)
    slopes = np.empty((*sums.shape[:-1], len(used)))
    moved = sums.copy()
    with np.errstate(invalid="ignore", divide="ignore"):
        for k, column in enumerate(used):
            moved[..., column] = sums[..., column] + step
            above = of_sums(moved)
            moved[..., column] = sums[..., column] - step
            slopes[..., k] = (above - of_sums(moved)) / (2 * step)
            moved[..., column] = sums[..., column]
    return slopes
