"""The mean score of each evaluated model, overall and within a dimension; which rank each model may have, and
which cannot be told apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.no_variation import SHARE
from calibration.stats.resampling.ratio import ratio
from calibration.stats.scores.paired_differences import PairedDifferences
from calibration.stats.scores.score_headline import few_task_spreads, score_headline
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
    spreads = few_task_spreads(sums, counts, draw_means, draws)
    return [
        estimate_from_draws(
            mean,
            draw_means[:, m],
            draws,
            n_units=int(n_cells[m]),
            n_tasks=int(n_tasks[m]),
            how=score_headline(SHARE, spreads[m]),
        )
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


@dataclass(frozen=True)
class ModelRank:
    """rank: by mean score, 1 the highest, ties in the order of the models. low, high: simultaneous 95 %
    interval of the rank. group: 1 for the first; models of a group cannot be told from its first member.
    """

    model: int
    rank: int
    low: int
    high: int
    group: int


def model_ranks(means: Sequence[Estimate], differences: PairedDifferences) -> list[ModelRank]:
    """Models with a mean, best first.

    A model's interval runs from 1 + the models told to be better, to all models less those told to be worse
    (Mogstad, Romano, Shaikh & Wilhelm 2024). "Cannot be told apart" is not transitive, so groups are made
    from the top: a model opens a group, which takes those below that cannot be told from it and ends at the
    first that can.
    """
    better = _told_better(len(means), differences)
    scored = [(-mean.value, m) for m, mean in enumerate(means) if mean.value is not None]
    order = [m for _, m in sorted(scored)]
    ranks: list[ModelRank] = []
    group, leader = 0, -1
    for rank, m in enumerate(order, start=1):
        if leader < 0 or better[leader, m]:
            group, leader = group + 1, m
        low = 1 + int(better[order, m].sum())
        ranks.append(ModelRank(m, rank, low, len(order) - int(better[m, order].sum()), group))
    return ranks


def _told_better(n_models: int, differences: PairedDifferences) -> NDArray[np.bool_]:
    """M x M: whether the first is told to be better than the second."""
    better = np.zeros((n_models, n_models), dtype=bool)
    for pair in differences.pairs:
        if pair.estimate.value is not None and differences.told_apart(pair):
            winner_first = pair.estimate.value > 0
            winner, loser = (pair.first, pair.second) if winner_first else (pair.second, pair.first)
            better[winner, loser] = True
    return better
