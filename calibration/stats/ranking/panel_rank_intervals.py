"""The interval of each panel's rank over the bootstrap draws (STATISTICS.md section 5).

In every draw all panels are ranked by the metric; ties go to the panel that ranks better on all tasks,
panels without a value come last. The interval is the 2.5 and 97.5 percentiles (linear) of a panel's rank,
rounded outwards to whole ranks.

The ranks of 142,506 panels in 10,000 draws would fill 5.7 GB. Only the tails of each panel's ranks can
hold the two percentiles, so draws are ranked some at a time and of each panel's ranks the smallest 251
and largest 251 are kept: the result is exact. A draw is ranked by sorting whole numbers made of the
metric (41 bits after the point, so two values within 5e-13 are tied) followed by the panel's position.
"""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.defaults import LEVELS
from calibration.stats.resampling.in_blocks import blocks, in_order, pieces
from calibration.stats.resampling.row_percentiles import linear_position

POSITION_BITS = 20
SCORE_STEPS = 2**41
RANKS_AT_ONCE = 60_000_000
KEYS_AT_ONCE = 250_000
FEWEST_DRAWS_AT_ONCE = 32
PANELS_PER_THREAD = 512


# Given a slice of draws: (panels, their values, draws x B) until every panel was given.
ScoreBlocks = Callable[[slice], Iterable[tuple[slice, NDArray[np.float64]]]]


def rank_intervals(
    scores_of: ScoreBlocks,
    n_panels: int,
    n_draws: int,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(low, high) rank of each of the P panels, whole numbers from 1.

    scores_of: the metric, -1..1 or NaN, of panels in rank order. progress is told the share done, 0..1.
    """
    tails = RankTails(n_panels, n_draws)
    for draws in blocks(n_draws, max(1, min(n_draws, RANKS_AT_ONCE // n_panels))):
        tails.add(_ranks(scores_of, n_panels, draws))
        progress(draws.stop / n_draws)
    return tails.interval()


class RankTails:
    """The smallest and the largest ranks of each panel seen so far, as many as the percentiles need."""

    def __init__(self, n_panels: int, n_draws: int) -> None:
        self.n_draws = n_draws
        (self._low_at, self._low_share), (high_at, self._high_share) = (
            linear_position(n_draws, level) for level in LEVELS
        )
        self._n_low = min(n_draws, self._low_at + 2)
        self._n_high = n_draws - high_at
        self._seen = 0
        self._kept = np.empty((n_panels, min(n_draws, self._n_low + self._n_high)), dtype=np.int32)

    def add(self, ranks: NDArray[np.int32]) -> None:
        """Take in the ranks of some draws, draws x P."""
        before = min(self._seen, self._kept.shape[1])
        after = min(self._seen + len(ranks), self._kept.shape[1])

        def merge(panels: slice) -> None:
            for rows in pieces(panels.stop - panels.start, before + len(ranks)):
                some = slice(panels.start + rows.start, panels.start + rows.stop)
                known = np.concatenate([self._kept[some, :before], ranks[:, some].T], axis=1)
                self._kept[some, :after] = self._tails(known)

        for _ in in_order(merge, blocks(len(self._kept), PANELS_PER_THREAD)):
            pass
        self._seen += len(ranks)

    def interval(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Percentiles of all ranks taken in, rounded outwards."""
        n_panels, n_kept = self._kept.shape
        low, high = np.empty(n_panels), np.empty(n_panels)
        for rows in pieces(n_panels, n_kept):
            kept = np.sort(self._kept[rows], axis=1).astype(np.float64)
            low[rows] = _between(kept, self._low_at, self._low_share)
            high[rows] = _between(kept, n_kept - self._n_high, self._high_share)
        return np.floor(low).astype(np.int64), np.ceil(high).astype(np.int64)

    def _tails(self, ranks: NDArray[np.int32]) -> NDArray[np.int32]:
        width = ranks.shape[1]
        if width <= self._n_low + self._n_high:
            return ranks
        ranks.partition(self._n_low - 1, axis=1)
        above = ranks[:, self._n_low :]
        above.partition(above.shape[1] - self._n_high, axis=1)
        return np.concatenate([ranks[:, : self._n_low], above[:, above.shape[1] - self._n_high :]], axis=1)


def _ranks(scores_of: ScoreBlocks, n_panels: int, draws: slice) -> NDArray[np.int32]:
    """Rank of every panel in every given draw, draws x P."""
    ranks = np.empty((draws.stop - draws.start, n_panels), dtype=np.int32)
    rank = np.arange(1, n_panels + 1, dtype=np.int32)

    def rank_rows(rows: slice) -> None:
        keys = _keys(scores_of, n_panels, slice(draws.start + rows.start, draws.start + rows.stop))
        keys.sort(axis=1)
        keys &= (1 << POSITION_BITS) - 1
        for of_draw, best_first in zip(ranks[rows], keys, strict=True):
            of_draw[best_first] = rank

    at_once = max(FEWEST_DRAWS_AT_ONCE, KEYS_AT_ONCE // n_panels)
    for _ in in_order(rank_rows, blocks(len(ranks), at_once)):
        pass
    return ranks


def _keys(scores_of: ScoreBlocks, n_panels: int, draws: slice) -> NDArray[np.int64]:
    """Whole numbers, draws x P, that sort a better metric first and an equal one by position."""
    keys = np.empty((draws.stop - draws.start, n_panels), dtype=np.int64)
    for panels, scores in scores_of(draws):
        steps = scores * -float(SCORE_STEPS)
        steps += SCORE_STEPS
        if np.isnan(steps.sum()):
            steps[np.isnan(steps)] = 2 * SCORE_STEPS + 1
        keys[:, panels] = steps
    keys <<= POSITION_BITS
    keys |= np.arange(n_panels)
    return keys


def _between(kept: NDArray[np.float64], at: int, share: float) -> NDArray[np.float64]:
    value = kept[:, at]
    return value if share == 0 else value + (kept[:, at + 1] - value) * share
