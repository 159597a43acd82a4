"""Differences between every two models, paired on the cells both have, and judged together."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.no_variation import DIFFERENCE
from calibration.stats.resampling.ratio import ratio
from calibration.stats.resampling.significance import (
    critical_value,
    detectable_difference,
    holm,
    largest_deviation,
    standard_error,
    two_sided_p,
)
from calibration.stats.scores.score_headline import few_task_spreads, score_headline
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


@dataclass(frozen=True)
class PairedDifference:
    """Mean score of model `first` minus that of `second` over shared cells; n_units counts these cells.

    standard_error: of the bootstrap. p: two-sided; p_holm: corrected over all pairs. None if not resampled.
    """

    first: int
    second: int
    estimate: Estimate
    standard_error: float | None
    p: float | None
    p_holm: float | None = None

    @property
    def detectable(self) -> float | None:
        """The smallest difference this many tasks can be expected to show."""
        return detectable_difference(self.standard_error)


@dataclass(frozen=True)
class PairedDifferences:
    """All pairs first < second, and the simultaneous 95 % critical value of their studentised differences.

    critical: None when nothing could be resampled; then no two models can be told apart.
    """

    pairs: list[PairedDifference]
    critical: float | None

    def told_apart(self, pair: PairedDifference) -> bool:
        """Whether the two models differ, allowing for all pairs having been looked at (max-T)."""
        value, error = pair.estimate.value, pair.standard_error
        if value is None or error is None or self.critical is None:
            return False
        return abs(value) > self.critical * error


def paired_differences(cells: ScoredCells, draws: Draws) -> PairedDifferences:
    """Compare all models on the same draws. Sources: Holm 1979; Romano & Wolf 2005 for max-T."""
    pairs: list[PairedDifference] = []
    largest = np.full(draws.n_draws, -np.inf)
    for block in pair_blocks(cells):
        drawn = _drawn_differences(block, draws)
        values = ratio(block.sums.sum(axis=0), block.counts.sum(axis=0))
        pairs.extend(_differences(block, values, drawn, draws))
        errors = np.array(
            [np.nan if p.standard_error is None else p.standard_error for p in pairs[-len(values) :]]
        )
        np.maximum(largest, largest_deviation(drawn, values, errors), out=largest)
    corrected = holm([pair.p for pair in pairs])
    pairs = [replace(pair, p_holm=p) for pair, p in zip(pairs, corrected, strict=True)]
    return PairedDifferences(pairs, critical_value(largest))


def _drawn_differences(block: PairBlock, draws: Draws) -> NDArray[np.float64]:
    """D x B. When every pair shares the same cells, as is usual, their number is resampled once."""
    counts = block.counts
    if (counts == counts[:, :1]).all():
        counts = counts[:, :1]
    return ratio(draws.sums(block.sums), draws.sums(counts))


def _differences(
    block: PairBlock, values: NDArray[np.float64], drawn: NDArray[np.float64], draws: Draws
) -> Iterator[PairedDifference]:
    n_cells = block.counts.sum(axis=0).astype(int)
    n_tasks = (block.counts > 0).sum(axis=0)
    spreads = few_task_spreads(block.sums, block.counts, drawn, draws)
    for b, value in enumerate(values):
        first, second = int(block.first[b]), int(block.second[b])
        if not n_cells[b]:
            yield PairedDifference(first, second, no_estimate(reasons.NO_SHARED_CELLS), None, None)
            continue
        column = drawn[:, b]
        how = score_headline(DIFFERENCE, spreads[b])
        estimate = estimate_from_draws(value, column, draws, n_units=n_cells[b], n_tasks=n_tasks[b], how=how)
        known = estimate.percentile_low is not None
        yield PairedDifference(
            first,
            second,
            estimate,
            standard_error(column) if known else None,
            two_sided_p(value, column) if known else None,
        )


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
    positions = (cells.models * cells.n_tasks + cells.tasks) * n_attempts + cells.attempts
    if len(np.unique(positions)) != len(positions):
        raise StatisticsInputError(
            "A model has two cells for the same task and attempt; number its attempts, or remove one of them."
        )
    grid = np.full(cells.n_models * cells.n_tasks * n_attempts, np.nan)
    grid[positions[cells.used]] = cells.scores[cells.used]
    return grid.reshape(cells.n_models, cells.n_tasks, n_attempts)
