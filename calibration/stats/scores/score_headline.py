"""The headline interval of scores: studentised for few tasks, the published percentiles for many."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.headline import Headline
from calibration.stats.resampling.no_variation import Scale
from calibration.stats.resampling.studentised import Studentised
from calibration.stats.resampling.studentised_means import studentised_means

MANY_TASKS = 200


def score_headline(scale: Scale, spread: Studentised | None) -> Headline:
    """Of a mean score or a difference of two."""
    return Headline(scale, lambda: spread, percentiles_from=MANY_TASKS)


def few_task_spreads(
    sums: NDArray[np.float64], counts: NDArray[np.float64], drawn: NDArray[np.float64], draws: Draws
) -> list[Studentised | None]:
    """Distances in standard errors of each column that rests on fewer than 200 tasks; None for the others.

    sums, counts: T x B. drawn: D x B, the means of the draws.
    """
    spreads: list[Studentised | None] = [None] * sums.shape[1]
    few = np.flatnonzero((counts > 0).sum(axis=0) < MANY_TASKS)
    if few.size:
        found = studentised_means(sums[:, few], counts[:, few], drawn[:, few], draws)
        for column, spread in zip(few, found, strict=True):
            spreads[column] = spread
    return spreads
