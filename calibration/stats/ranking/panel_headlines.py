"""The headline intervals of many panels: expanded percentiles, and a bound where every draw is the same."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.resampling.expanded import FEWEST_TASKS, expanded_levels
from calibration.stats.resampling.no_variation import kappa_bound
from calibration.stats.resampling.row_percentiles import row_percentiles

Numbers = NDArray[np.float64]


def panel_headlines(counts: PanelCounts, kappas: Numbers) -> tuple[Numbers, Numbers]:
    """(low, high) of each of P panels, NaN where there is none. kappas: P x D.

    No interval where every draw gives the same kappa, unless that is 1.
    """
    n_tasks = int(((counts.met > 0) | (counts.not_met > 0)).any(axis=0).sum())
    if n_tasks < FEWEST_TASKS:
        return np.full(len(kappas), np.nan), np.full(len(kappas), np.nan)
    low, high, _ = row_percentiles(kappas, expanded_levels(n_tasks))
    for panel in np.flatnonzero(low == high):
        low[panel], high[panel] = _bound(counts.per_task(int(panel)).sum(axis=0), float(low[panel]), n_tasks)
    return low, high


def _bound(totals: Numbers, kappa: float, n_tasks: int) -> tuple[float, float]:
    tp, fp, fn, tn = totals
    met = (2 * tp + fp + fn) / (2 * (tp + fp + fn + tn))
    return kappa_bound(kappa, float(met**2 + (1 - met) ** 2), n_tasks) or (np.nan, np.nan)
