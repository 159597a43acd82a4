"""Cohen's kappa of two raters, each with margins of their own."""

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.by_task import sum_by_task
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.ratio import ratio


def pair_tables(pair: Ratings) -> NDArray[np.float64]:
    """Per-task tables of first rater by second rater over units both rated: T x q^2, row by row."""
    if pair.n_raters != 2:
        raise StatisticsInputError(f"Cohen's kappa compares two raters; {pair.n_raters} were given.")
    q = pair.n_categories
    first, second = pair.values.T.astype(np.int64)
    both = (first != MISSING) & (second != MISSING)
    cells = np.eye(q * q)[(first * q + second)[both]]
    return sum_by_task(cells.reshape(-1, q * q), pair.tasks[both], pair.n_tasks)


def cohen_kappa(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """(pa - pe) / (1 - pe) from tables (..., q^2); NaN where both raters used one and the same category.

    Multiplied out to whole numbers, so that 0 / 0 is recognised exactly. Source: Cohen 1960.
    """
    q = round(tables.shape[-1] ** 0.5)
    square = tables.reshape(*tables.shape[:-1], q, q)
    n = square.sum(axis=(-2, -1))
    agreed = np.trace(square, axis1=-2, axis2=-1)
    by_chance = (square.sum(axis=-1) * square.sum(axis=-2)).sum(axis=-1)
    return ratio(n * agreed - by_chance, n * n - by_chance)
