"""Every two models side by side on the cells both have."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.scores.scored_cells import ScoredCells

PAIRS_PER_BLOCK = 200


@dataclass(frozen=True, eq=False)
class PairBlock:
    """B pairs of models. first, second: B model numbers. sums: T x B, sum of score(first) - score(second)
    over shared cells; counts: T x B, number of shared cells.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    sums: NDArray[np.float64]
    counts: NDArray[np.float64]


def pair_blocks(cells: ScoredCells, pairs_per_block: int = PAIRS_PER_BLOCK) -> Iterator[PairBlock]:
    """All pairs first < second, in blocks so that memory stays bounded for many models.

    A cell is shared when both models have a used cell of the same task and attempt.
    Raises StatisticsInputError when a model has two cells for one task and attempt.
    """
    grid = _score_grid(cells)
    first, second = np.triu_indices(cells.n_models, k=1)
    for start in range(0, len(first), pairs_per_block):
        i, j = first[start : start + pairs_per_block], second[start : start + pairs_per_block]
        difference = grid[i] - grid[j]
        shared = ~np.isnan(difference)
        sums = np.where(shared, difference, 0).sum(axis=2).T
        yield PairBlock(i, j, sums, shared.sum(axis=2, dtype=np.float64).T)


def _score_grid(cells: ScoredCells) -> NDArray[np.float64]:
    """M x T x attempts: the scores of used cells, NaN elsewhere."""
    n_attempts = int(cells.attempts.max(initial=0)) + 1
    places = (cells.models * cells.n_tasks + cells.tasks) * n_attempts + cells.attempts
    if len(np.unique(places)) != len(places):
        raise StatisticsInputError(
            "A model has two cells for the same task and attempt; number its attempts, or remove one of them."
        )
    grid = np.full(cells.n_models * cells.n_tasks * n_attempts, np.nan)
    grid[places[cells.used]] = cells.scores[cells.used]
    return grid.reshape(cells.n_models, cells.n_tasks, n_attempts)
