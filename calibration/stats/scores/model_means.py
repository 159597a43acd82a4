"""The mean score of each evaluated model, overall and within a dimension."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.ratio import ratio
from calibration.stats.scores.scored_cells import ScoredCells


def model_means(cells: ScoredCells, draws: Draws) -> list[Estimate]:
    """One mean for each model, over its included cells that have a score; all models on the same draws.

    The mean of a draw is sum(counts * per-task sum of scores) / sum(counts * per-task number of cells).
    n_units counts cells. A model without such a cell has the reason no_data.
    """
    sums, counts = cells.score_sums, cells.cell_counts
    drawn = draws.sums(np.hstack([sums, counts]))
    draw_means = ratio(drawn[:, : cells.n_models], drawn[:, cells.n_models :])
    means = ratio(sums.sum(axis=0), counts.sum(axis=0))
    n_cells, n_tasks = counts.sum(axis=0), (counts > 0).sum(axis=0)
    return [
        estimate_from_draws(mean, draw_means[:, m], draws, n_units=int(n_cells[m]), n_tasks=int(n_tasks[m]))
        if n_cells[m]
        else no_estimate(reasons.NO_DATA)
        for m, mean in enumerate(means)
    ]


def dimension_means(
    cells: ScoredCells, scores_by_dimension: Mapping[str, ArrayLike], draws: Draws
) -> dict[str, list[Estimate]]:
    """The same within each dimension, over included cells that have it.

    scores_by_dimension: for each dimension the C scores from that dimension's criteria alone, NaN where a
    cell has none of them with a verdict.
    """
    return {name: model_means(cells.scored(scores), draws) for name, scores in scores_by_dimension.items()}
