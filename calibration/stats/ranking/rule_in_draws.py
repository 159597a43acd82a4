"""Which panel the rule of the recommendation picks in each draw, as it picks one from the data.

In a draw the panels are considered that lie within .01 of its best one and are not below it by more than
max-T allows, with standard errors and critical value of the data: those of each draw would need a bootstrap
of their own. Of them: as few missing votes as any, then lowest cost, then most distinct families, then the
better rank.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.ranking.best_probability import NOBODY, DrawnScores, Winners
from calibration.stats.ranking.recommendation import NEAR_THE_TOP, ROUNDING, PanelFacts
from calibration.stats.resampling.in_blocks import blocks, in_order

MOST_DRAWS = 2_000  # the mean over them is right to a few in ten thousand
DRAWS_AT_ONCE = 64

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Nearness:
    """error: of each panel's difference to the first, length P. critical: of max-T over them."""

    error: Numbers
    critical: float

    def reach(self, winners: NDArray[np.int64]) -> Numbers:
        """How far below the winner of its draw each panel is still considered, D x P."""
        error = np.repeat(self.error[None], len(winners), axis=0)
        error[:, 0] = self.error[winners]  # the first has no error to itself, but the winner's to the winner
        return np.asarray(np.minimum(NEAR_THE_TOP, self.critical * error) + ROUNDING)


def rule_in_draws(
    scores_of: DrawnScores, winners: Winners, facts: PanelFacts, nearness: Nearness, shift: Numbers
) -> NDArray[np.int64]:
    """The choice of each of the first draws, -1 where no panel has a value.

    scores_of: the metric of all panels in some draws. shift: length P, added to it. winners: of the draws so
    shifted.
    """
    chosen = np.full(min(MOST_DRAWS, len(winners.panel)), NOBODY)
    made = np.flatnonzero(winners.panel[: len(chosen)] != NOBODY)
    preferred = facts.preference()

    def choose(rows: slice) -> NDArray[np.int64]:
        draws = made[rows]
        far = nearness.reach(winners.panel[draws])
        considered = np.zeros(far.shape, dtype=bool)
        for panels, scores in scores_of(draws):
            gap = winners.score[draws][:, None] - (scores + shift[panels])
            considered[:, panels] = gap <= far[:, panels]
        return facts.choices(considered, preferred)

    pieces = blocks(len(made), DRAWS_AT_ONCE)
    for rows, choices in zip(pieces, in_order(choose, pieces), strict=True):
        chosen[made[rows]] = choices
    return chosen
