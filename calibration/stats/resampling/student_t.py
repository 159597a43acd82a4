"""Quantiles of Student's t for whole degrees of freedom, without loading SciPy, which costs every command a
quarter of a second.
"""

import math
from functools import cache

HALVINGS = 200


def t_cdf(t: float, degrees: int) -> float:
    """P(T <= t). Source: Abramowitz & Stegun 1964, eq. 26.7.3 and 26.7.4."""
    angle = math.atan(t / math.sqrt(degrees))
    squared = math.cos(angle) ** 2
    is_odd = degrees % 2 == 1
    term, total = 1.0, 0.0
    for k in range(1 if not is_odd else 2, degrees, 2):
        total += term
        term *= k / (k + 1) * squared
    if is_odd:
        inside = 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * total)
    else:
        inside = math.sin(angle) * total
    return 0.5 + inside / 2


@cache
def t_quantile(level: float, degrees: int) -> float:
    """The value below which T falls with probability `level`, above a half; by halving.

    Raises ValueError for a level outside .5 to 1 and for fewer than one degree of freedom.
    """
    if not 0.5 <= level < 1 or degrees < 1:
        raise ValueError(f"No quantile at level {level} with {degrees} degrees of freedom.")
    low, high = 0.0, 1.0
    while t_cdf(high, degrees) < level:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_cdf(middle, degrees) < level else (low, middle)
    return high
