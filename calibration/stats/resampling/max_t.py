"""One critical value for many differences at once: the max-T method."""

import numpy as np
from numpy.typing import NDArray

CRITICAL_LEVEL = 95
SMALLEST_SPREAD = 1e-12  # below it a difference is constant, and its spread is rounding


def largest_deviation(
    drawn: NDArray[np.float64], values: NDArray[np.float64], errors: NDArray[np.float64]
) -> NDArray[np.float64]:
    """D: the largest |drawn - value| / standard error of B differences in each draw; -inf if there is none.

    drawn: D x B. values, errors: B, NaN where unknown. Constant differences have no spread and are left out.
    """
    varies = errors > SMALLEST_SPREAD
    if not varies.any():
        return np.full(len(drawn), -np.inf)
    deviation = np.abs(drawn[:, varies] - values[varies]) / errors[varies]
    return np.asarray(np.where(np.isnan(deviation), -np.inf, deviation).max(axis=1))


def critical_value(largest: NDArray[np.float64]) -> float | None:
    """The 95th percentile (linear) of the largest deviations; 0 when every difference was constant.

    None without any draw. Source: Romano & Wolf 2005, single step.
    """
    if not largest.size:
        return None
    defined = largest[np.isfinite(largest)]
    return float(np.percentile(defined, CRITICAL_LEVEL)) if defined.size else 0.0
