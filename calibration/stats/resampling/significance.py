"""From bootstrap draws to decisions: standard errors, p values, and what many comparisons at once cost."""

from collections.abc import Iterable, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-12  # smaller deviations come from adding in another order
CRITICAL_LEVEL = 95
SMALLEST_SPREAD = 1e-12  # below it a difference is constant, and its spread is rounding
FACTOR = 2.8  # 1.96 for a two-sided test at .05, and 0.84 for a chance of .8 to find it


def standard_error(drawn: NDArray[np.float64]) -> float | None:
    """Standard deviation (n - 1) of the defined draws; None for fewer than two of them."""
    defined = drawn[np.isfinite(drawn)]
    return float(defined.std(ddof=1)) if defined.size > 1 else None


def two_sided_p(value: float, drawn: NDArray[np.float64]) -> float | None:
    """(1 + draws whose centred value is at least as far from 0) / (draws + 1), over defined bootstrap draws.

    Centred means less `value`: as if there were no difference. Source: Davison & Hinkley 1997, eq. 4.11.
    """
    return _share_as_extreme(value, drawn - value)


def permutation_p(value: float, permuted: NDArray[np.float64]) -> float | None:
    """The same for draws that were made under no difference, by permuting labels."""
    return _share_as_extreme(value, permuted)


def _share_as_extreme(value: float, under_no_difference: NDArray[np.float64]) -> float | None:
    defined = under_no_difference[np.isfinite(under_no_difference)]
    if not defined.size:
        return None
    as_extreme = int((np.abs(defined) >= abs(value) - ROUNDING).sum())
    return (1 + as_extreme) / (defined.size + 1)


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


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjusted p values in the given order; None stays None and is not a test. Source: Holm 1979."""
    tested = sorted((p, position) for position, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, position) in enumerate(tested):
        largest = max(largest, min(1.0, p * (len(tested) - rank)))
        adjusted[position] = largest
    return adjusted


def detectable_difference(standard_error: float | None) -> float | None:
    """2.8 times the standard error; None where that is unknown."""
    return None if standard_error is None else FACTOR * standard_error


def typical_detectable_difference(standard_errors: Iterable[float | None]) -> float | None:
    """What to print for a table of models: 2.8 times the median standard error of their differences."""
    known = [error for error in standard_errors if error is not None]
    return detectable_difference(median(known)) if known else None
