"""The order of panels, and its tie-breaks (STATISTICS.md section 5).

Metric descending; then macro-F1; then smaller |FP - FN|; then fewer units with less than k votes; then
lower cost; then the judges' names. A panel without a value comes last. Values are compared at 12
decimals, so that two formulas that differ in the last bit do not decide a rank.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.panels import PanelCounts

DECIMALS = 12


class PanelOrder:
    """Orders panels by counts over all or some tasks; votes, cost and names are the same whatever the
    tasks.
    """

    def __init__(
        self,
        metric: str,
        units_not_full: NDArray[np.int64],
        cost: NDArray[np.float64],
        panels: NDArray[np.int64],
        judge_names: Sequence[str],
    ) -> None:
        """units_not_full, cost: length P (NaN: unknown cost, after every known one). panels: P x k judge
        numbers.
        """
        self.metric = metric
        self._last_resort = _position(
            [*_name_columns(panels, judge_names)[::-1], _cost_key(cost), units_not_full]
        )

    def of(self, counts: PanelCounts, tasks: NDArray[np.int64] | slice = slice(None)) -> NDArray[np.int64]:
        """All panels, best first, judged on the given tasks."""
        return self._sorted(np.arange(len(counts)), counts.totals(tasks))

    def first(self, counts: PanelCounts, tasks: NDArray[np.int64] | slice = slice(None)) -> int:
        """The panel that comes first, without sorting the rest."""
        totals = counts.totals(tasks)
        score = _descending(STATISTICS[self.metric].of(*totals))
        best = np.flatnonzero(score == score.min())
        return int(self._sorted(best, tuple(column[best] for column in totals))[0])

    def _sorted(
        self, panels: NDArray[np.int64], totals: tuple[NDArray[np.float64], ...]
    ) -> NDArray[np.int64]:
        tp, fp, met, _ = totals
        keys = [
            self._last_resort[panels],
            np.abs(fp - (met - tp)),
            _descending(STATISTICS["macro_f1"].of(*totals)),
            _descending(STATISTICS[self.metric].of(*totals)),
        ]
        return panels[np.lexsort(keys)]


def _descending(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.isnan(values), np.inf, -np.round(values, DECIMALS))


def _cost_key(cost: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of the same prices in another order differ in the last bits: those are ties."""
    return np.where(np.isnan(cost), np.inf, np.round(cost, DECIMALS))


def _position(keys: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    """Position of each panel when sorted by the keys, the last key first."""
    order = np.lexsort(keys)
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position


def _name_columns(panels: NDArray[np.int64], judge_names: Sequence[str]) -> list[NDArray[np.int64]]:
    """k columns that compare like the sorted tuple of the panel's names."""
    position = _position([np.array(judge_names)])
    return list(np.sort(position[panels], axis=1).T)
