"""The studentised task bootstrap of many means at once: of each column, sum over tasks / number over tasks.

The same as `studentised` with the ratio of two sums, whose standard error needs no slopes: the root of the
sum of (task's sum - mean x task's number)^2, over the number.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.ratio import ratio
from calibration.stats.resampling.studentised import FEWEST_TASKS, Studentised, of_distances

Numbers = NDArray[np.float64]


def studentised_means(
    sums: Numbers, counts: Numbers, drawn: Numbers, draws: Draws
) -> list[Studentised | None]:
    """sums: T x B. counts: T x B, or T x 1 when all share it. drawn: D x B, the means of the draws.

    One for each column; None where it is not defined: fewer than 10 tasks, no standard error, or none in over
    1 % of the draws.
    """
    counts = np.broadcast_to(counts, sums.shape)
    totals, means = counts.sum(axis=0), ratio(sums.sum(axis=0), counts.sum(axis=0))
    errors = ratio(np.sqrt(np.square(sums - np.nan_to_num(means) * counts).sum(axis=0)), totals)
    n_tasks = (counts > 0).sum(axis=0)
    if not draws.n_draws:
        return [None] * sums.shape[1]
    squares, products, own, number = (
        draws.sums(np.ascontiguousarray(per_task))
        for per_task in (np.square(sums), sums * counts, np.square(counts), counts)
    )
    spread = np.maximum(squares - 2 * drawn * products + np.square(drawn) * own, 0)
    of_draws = ratio(np.sqrt(spread), number)
    return [
        of_distances(float(errors[b]), drawn[:, b] - means[b], of_draws[:, b])
        if n_tasks[b] >= FEWEST_TASKS
        else None
        for b in range(sums.shape[1])
    ]
