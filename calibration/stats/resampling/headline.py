"""Which interval stands beside a value: the one that covers about 95 % also with few tasks.

The percentiles stand beside it in every report, and alone in every table (docs/decisions/0022).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.defaults import LEVELS
from calibration.stats.resampling.expanded import expanded_levels
from calibration.stats.resampling.no_variation import ANY, TOLERANCE, Scale, kappa_bound, share_bound
from calibration.stats.resampling.studentised import Studentised

STUDENTISED, EXPANDED, PERCENTILE = "studentised", "expanded", "percentile"
BOUND, APPROXIMATE = "bound", "approximate"

WORDS = {
    STUDENTISED: "Interval: studentised, each draw measured by its own standard error.",
    EXPANDED: "Interval: percentiles of the draws, moved outwards for the number of tasks.",
    PERCENTILE: "Interval: percentiles of the draws.",
    BOUND: "All tasks agree: the interval is a bound from their number.",
    APPROXIMATE: "All tasks agree: the interval is an approximate bound from their number.",
}


@dataclass(frozen=True)
class Headline:
    """What an interval can be made from, beyond the draws.

    scale: the range of the statistic. studentised: makes the distances of draws in standard errors, or None
    where they are not defined; called only when they are needed. by_chance: pe of a kappa-like value.
    percentiles_from: from how many tasks on the percentiles are the headline; None for never.
    """

    scale: Scale = ANY
    studentised: Callable[[], Studentised | None] | None = None
    by_chance: float | None = None
    percentiles_from: int | None = None


EXPANDED_ONLY = Headline()
PERCENTILES_ALONE = Headline(percentiles_from=0)


def headline_interval(
    value: float, defined: NDArray[np.float64], n_tasks: int, how: Headline
) -> tuple[float, float, str] | None:
    """(low, high, method) of a value over two or more tasks; None where every draw gives the value itself
    and no bound is known.

    defined: the draws in which the statistic is defined, at least one. n_tasks: that hold units of it.
    """
    if np.abs(defined - value).max() <= TOLERANCE:
        return _bound(value, n_tasks, how)
    if how.percentiles_from is not None and n_tasks >= how.percentiles_from:
        low, high = np.percentile(defined, LEVELS)
        return float(low), float(high), PERCENTILE
    spread = how.studentised() if how.studentised is not None else None
    if spread is not None:
        return *how.scale.clipped(*spread.interval(value)), STUDENTISED
    low, high = np.percentile(defined, expanded_levels(n_tasks))
    return float(low), float(high), EXPANDED


def _bound(value: float, n_tasks: int, how: Headline) -> tuple[float, float, str] | None:
    if how.scale.is_share:
        ends, method = share_bound(value, n_tasks), BOUND
    else:
        ends, method = kappa_bound(value, how.by_chance, n_tasks), APPROXIMATE
    return None if ends is None else (*ends, method)
