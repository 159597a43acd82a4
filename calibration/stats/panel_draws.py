"""A statistic of every panel in every bootstrap draw, a block at a time.

C(30,5) panels in 10,000 draws are 1.4 thousand million numbers: they are made, used and dropped in blocks
of panels (all draws of some panels: intervals, winners, max-T) or blocks of draws (some draws of all
panels: ranks).
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from calibration.stats.confusion_statistics import STATISTICS
from calibration.stats.in_blocks import blocks
from calibration.stats.panels import PanelCounts

VALUES_AT_ONCE = 320_000  # fits the cache of two threads


def drawn_statistics(
    counts: PanelCounts, names: Iterable[str], draws_by_task: NDArray[np.float32]
) -> list[NDArray[np.float64]]:
    """For each named statistic its P x D values, NaN where undefined.

    counts: the panels of one block. draws_by_task: T x D, how often each task is in each draw. The product
    is made in float32, where whole numbers are exact up to 2**24, the formula in float64.
    """
    sums = [(column @ draws_by_task).astype(np.float64) for column in _count_columns(counts)]
    shape = (len(counts), draws_by_task.shape[1])
    return [np.broadcast_to(STATISTICS[name].of(*sums), shape) for name in names]


def scores_by_draw(
    counts: PanelCounts, metric: str, tasks_by_draw: NDArray[np.float32]
) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """The same values with draws as rows: yield (panels, D x B) until every panel was given.

    tasks_by_draw: D x T, some draws. Rows are draws because ranks are made within a draw.
    """
    n_draws = len(tasks_by_draw)
    for rows in blocks_of_panels(len(counts), n_draws):
        sums = [(tasks_by_draw @ column.T).astype(np.float64) for column in _count_columns(counts.take(rows))]
        yield rows, np.broadcast_to(STATISTICS[metric].of(*sums), (n_draws, rows.stop - rows.start))


def blocks_of_panels(n_panels: int, n_draws: int) -> list[slice]:
    """Slices of panels whose values in these draws stay small."""
    return blocks(n_panels, max(1, VALUES_AT_ONCE // n_draws))


def _count_columns(counts: PanelCounts) -> list[NDArray[np.float32]]:
    """tp, fp, met and not_met by task; a column that all panels share as one row, which broadcasts."""
    columns = (counts.tp, counts.fp, counts.met, counts.not_met)
    return [(column[:1] if (column == column[:1]).all() else column).astype(np.float32) for column in columns]
