"""Panels that cannot be told from the best one: max-T, simultaneous over all panels (STATISTICS.md
section 5).

For panel p, d_p is the metric of the panel ranked first minus that of p, on the same draws (paired); se_p
is the standard deviation of d_p over the draws (n - 1 in the denominator). The critical value is the 95th
percentile over draws of max over p of (d_p,draw - d_p) / se_p. A panel is in the set when d_p / se_p does
not exceed it. Source: Romano & Wolf 2005, the single step; White 2000 and Hansen 2011 for model sets.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.in_blocks import pieces
from calibration.stats.resampling.significance import SMALLEST_SPREAD, critical_value


@dataclass(frozen=True)
class Distances:
    """How far panels lie below the best one.

    t: length B, d / se; 0 for a panel that never differs from the best, +inf for one that always differs
    by the same amount or has no value. error: length B, standard error of d; 0 where it is constant. largest:
    length D, the maximum of the centred, studentised differences in each draw.
    """

    t: NDArray[np.float64]
    error: NDArray[np.float64]
    largest: NDArray[np.float64]


def distances_of_block(
    best_drawn: NDArray[np.float64],
    drawn: NDArray[np.float64],
    best: float,
    scores: NDArray[np.float64],
) -> Distances:
    """Distances of the panels of one block to the best.

    best_drawn: length D, best: the metric of the panel ranked first, in the draws and on all tasks.
    drawn: B x D and scores: length B, the same for the block. NaN where undefined; such draws are left out.
    """
    t, error = np.empty(len(drawn)), np.empty(len(drawn))
    largest = np.full(drawn.shape[1], -np.inf)
    for rows in pieces(*drawn.shape):
        gap = best - scores[rows]
        off_by = best_drawn - drawn[rows]
        off_by -= gap[:, None]
        t[rows], error[rows], of_rows = _studentised(off_by, gap)
        np.maximum(largest, of_rows, out=largest)
    return Distances(t, error, largest)


def _studentised(
    off_by: NDArray[np.float64], gap: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """(t, error, largest) of some panels.

    off_by: differences in each draw minus that on all tasks; changed.
    """
    error = _spread(off_by)
    if np.isnan(off_by.sum()):
        off_by[np.isnan(off_by)] = -np.inf
    varies = error > SMALLEST_SPREAD
    t = np.where(gap == 0, 0.0, np.inf)
    t[varies] = gap[varies] / error[varies]
    off_by /= np.where(varies, error, 1.0)[:, None]
    return np.where(np.isnan(t), np.inf, t), np.where(varies, error, 0.0), np.asarray(off_by.max(axis=0))


def indifference_set(t: NDArray[np.float64], largest: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which panels are in the set, length P. t: length P; largest: length D, merged over all blocks by
    maximum.
    """
    return np.asarray(t <= critical_distance(largest))


def critical_distance(largest: NDArray[np.float64]) -> float:
    """How large t may be in the set, 0 or more."""
    return max(critical_value(largest) or 0.0, 0.0)


def _spread(off_by: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard deviation of the defined values of each row, n - 1 in the denominator."""
    if np.isnan(off_by.sum()):
        return np.array([_spread(row[None, ~np.isnan(row)])[0] for row in off_by])
    n_draws = off_by.shape[1]
    if n_draws < 2:
        return np.zeros(len(off_by))
    squares = np.einsum("ij,ij->i", off_by, off_by)
    variance = np.maximum(squares - off_by.sum(axis=1) ** 2 / n_draws, 0) / (n_draws - 1)
    return np.asarray(np.sqrt(variance))
