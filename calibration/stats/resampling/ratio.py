"""Division that says "undefined" with NaN, quietly, where the denominator is zero."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> NDArray[np.float64]:
    """numerator / denominator with broadcasting; NaN where the denominator is 0."""
    numerator, denominator = np.broadcast_arrays(
        np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    )
    quotient = np.full(denominator.shape, np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient
