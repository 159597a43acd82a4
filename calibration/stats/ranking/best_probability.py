"""Which panel wins in each bootstrap draw, and from it the probability of being the best (STATISTICS.md
section 5).

Panels come in rank order; of panels that tie in a draw, the one with the better rank is called its winner,
and the draw counts for each of them in equal shares. Draws in which no panel has a value have no winner and
are left out.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.in_blocks import blocks, in_order

NOBODY = -1
TIE = 5e-13  # formulas of equal values may differ in the last bits
DRAWS_AT_ONCE = 64

# Given the numbers of some draws: (panels, their values, draws x B) until every panel was given.
DrawnScores = Callable[[NDArray[np.int64]], Iterable[tuple[slice, NDArray[np.float64]]]]


@dataclass(frozen=True)
class Winners:
    """One winner for each draw.

    panel: length D, position in rank order, -1 where nobody has a value. score: its metric in the draw.
    kappa: its kappa in the draw. Both -inf or NaN where there is no winner. tied: how many panels have that
    score, the winner included; 0 where there is none.
    """

    panel: NDArray[np.int64]
    score: NDArray[np.float64]
    kappa: NDArray[np.float64]
    tied: NDArray[np.int64]

    def better_of(self, later: "Winners") -> "Winners":
        """Merge with the winners among later panels; on equal scores the earlier ones stay."""
        overtaken = later.score > self.score
        score = np.where(overtaken, later.score, self.score)
        reached = [np.where(won.score >= score - TIE, won.tied, 0) for won in (self, later)]
        return Winners(
            np.where(overtaken, later.panel, self.panel),
            score,
            np.where(overtaken, later.kappa, self.kappa),
            reached[0] + reached[1],
        )


def nobody(n_draws: int) -> Winners:
    """The winners before any panel was looked at."""
    nothing = np.full(n_draws, -np.inf)
    return Winners(np.full(n_draws, NOBODY), nothing, np.full(n_draws, np.nan), np.zeros(n_draws, np.int64))


def winners_of_block(scores: NDArray[np.float64], kappas: NDArray[np.float64], first_panel: int) -> Winners:
    """The winner of each draw among the panels of one block.

    scores, kappas: B x D of consecutive panels in rank order, NaN where undefined.
    """
    if np.isnan(scores.sum()):
        scores = np.where(np.isnan(scores), -np.inf, scores)
    row = scores.argmax(axis=0)
    draw = np.arange(scores.shape[1])
    score = scores[row, draw]
    nobody_won = score == -np.inf
    panel = np.where(nobody_won, NOBODY, row + first_panel)
    tied = np.where(nobody_won, 0, np.count_nonzero(scores >= score - TIE, axis=0))
    return Winners(panel, score, kappas[row, draw], tied)


def best_probability(winners: Winners, n_panels: int, scores_of: DrawnScores) -> NDArray[np.float64]:
    """Share of the draws that each panel wins, length P; sums to one. All NaN when no draw has a winner.

    scores_of: the metric of all panels in the draws that are asked for; asked for those with a tie alone.
    """
    won = winners.panel != NOBODY
    if not won.any():
        return np.full(n_panels, np.nan)
    alone = winners.panel[won & (winners.tied == 1)]
    shares = np.bincount(alone, minlength=n_panels).astype(np.float64)
    tied = np.flatnonzero(won & (winners.tied > 1))

    def share_out(rows: slice) -> NDArray[np.float64]:
        draws = tied[rows]
        part, least = np.zeros(n_panels), (winners.score[draws] - TIE)[:, None]
        for panels, scores in scores_of(draws):
            part[panels] = (1 / winners.tied[draws]) @ (scores >= least)
        return part

    for part in in_order(share_out, blocks(len(tied), DRAWS_AT_ONCE)):
        shares += part
    return np.asarray(shares / won.sum())
