"""How much the kappa of the best of many panels flatters it (STATISTICS.md section 5).

optimism = mean over draws of [kappa_draw(winner of the draw) - kappa_all(winner of the draw)]: each draw
repeats the choice on resampled tasks and sees how much better the chosen one looks there than on the data
it was drawn from (Efron 1983; Harrell 2015, section 5.3.5). The corrected kappa is the apparent kappa
minus this one number.

The same number is taken from every panel. It answers "what may I expect of this panel, had it been picked
for being first?"; for a panel far down the list, which no one would pick for that, it is stricter than
needed, and it keeps the order of the corrected kappas equal to the order of the ranks.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.ranking.best_probability import NOBODY, Winners


def optimism(winners: Winners, kappa: NDArray[np.float64]) -> float | None:
    """Mean gain of the winners over their own kappa on all tasks; None when no draw has a winner with a
    kappa.

    winners: positions in rank order. kappa: length P, on all tasks, in rank order, NaN where undefined.
    """
    won = winners.panel != NOBODY
    gain = winners.kappa[won] - kappa[winners.panel[won]]
    gain = gain[np.isfinite(gain)]
    return float(gain.mean()) if gain.size else None
