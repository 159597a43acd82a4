"""Standard error and p value from bootstrap or permutation draws."""

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-12  # smaller deviations come from adding in another order


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
