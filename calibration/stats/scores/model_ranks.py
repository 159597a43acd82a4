"""Which rank each model may have, and which models cannot be told apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.estimate import Estimate
from calibration.stats.scores.paired_differences import PairedDifferences


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
