"""How large a difference must be for this many tasks to show it."""

from collections.abc import Iterable
from statistics import median

FACTOR = 2.8  # 1.96 for a two-sided test at .05, and 0.84 for a chance of .8 to find it


def detectable_difference(standard_error: float | None) -> float | None:
    """2.8 times the standard error; None where that is unknown."""
    return None if standard_error is None else FACTOR * standard_error


def typical_detectable_difference(standard_errors: Iterable[float | None]) -> float | None:
    """What to print for a table of models: 2.8 times the median standard error of their differences."""
    known = [error for error in standard_errors if error is not None]
    return detectable_difference(median(known)) if known else None
