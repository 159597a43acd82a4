"""Which panel wins in each bootstrap draw, and from it the probability of being the best (STATISTICS.md
section 5).

Panels come in rank order; a tie within a draw goes to the panel with the better rank. Draws in which no
panel has a value have no winner and are left out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NOBODY = -1


@dataclass(frozen=True)
class Winners:
    """One winner for each draw.

    panel: length D, position in rank order, -1 where nobody has a value. score: its metric in the draw.
    kappa: its kappa in the draw. Both -inf or NaN where there is no winner.
    """

    panel: NDArray[np.int64]
    score: NDArray[np.float64]
    kappa: NDArray[np.float64]

    def better_of(self, later: "Winners") -> "Winners":
        """Merge with the winners among later panels; on equal scores the earlier ones stay."""
        overtaken = later.score > self.score
        return Winners(
            np.where(overtaken, later.panel, self.panel),
            np.where(overtaken, later.score, self.score),
            np.where(overtaken, later.kappa, self.kappa),
        )


def nobody(n_draws: int) -> Winners:
    """The winners before any panel was looked at."""
    return Winners(np.full(n_draws, NOBODY), np.full(n_draws, -np.inf), np.full(n_draws, np.nan))


def winners_of_block(scores: NDArray[np.float64], kappas: NDArray[np.float64], first_panel: int) -> Winners:
    """The winner of each draw among the panels of one block.

    scores, kappas: B x D of consecutive panels in rank order, NaN where undefined.
    """
    if np.isnan(scores.sum()):
        scores = np.where(np.isnan(scores), -np.inf, scores)
    row = scores.argmax(axis=0)
    draw = np.arange(scores.shape[1])
    score = scores[row, draw]
    panel = np.where(score == -np.inf, NOBODY, row + first_panel)
    return Winners(panel, score, kappas[row, draw])


def best_probability(winners: Winners, n_panels: int) -> NDArray[np.float64]:
    """Share of the draws that each panel wins, length P; sums to one. All NaN when no draw has a winner."""
    won = winners.panel[winners.panel != NOBODY]
    if not won.size:
        return np.full(n_panels, np.nan)
    wins: NDArray[np.int64] = np.bincount(won, minlength=n_panels)
    return np.asarray(wins / won.size)
