"""A statistic of every panel in every bootstrap draw, a block at a time.

C(30,5) panels in 10,000 draws are 1.4 thousand million numbers: they are made, used and dropped in blocks
of panels (all draws of some panels: intervals, winners, max-T) or blocks of draws (some draws of all
panels: ranks).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.resampling.in_blocks import blocks, pieces

VALUES_AT_ONCE = 640_000
Columns = list[NDArray[np.float32]]


def drawn_statistics(
    counts: PanelCounts, names: Sequence[str], draws_by_task: NDArray[np.float32]
) -> list[NDArray[np.float64]]:
    """For each named statistic its P x D values, NaN where undefined.

    counts: the panels of one block. draws_by_task: T x D, how often each task is in each draw. The product
    is made in float32, where whole numbers are exact up to 2**24, the formula in float64.
    """
    sums = [column @ draws_by_task for column in count_columns(counts)]
    values = [np.empty((len(counts), draws_by_task.shape[1])) for _ in names]
    for rows in pieces(*values[0].shape):
        piece = [_rows(column, rows).astype(np.float64) for column in sums]
        for name, of_name in zip(names, values, strict=True):
            of_name[rows] = STATISTICS[name].of(*piece)
    return values


def scores_by_draw(
    columns: Columns, metric: str, tasks_by_draw: NDArray[np.float32]
) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """The same values with draws as rows: yield (panels, D x B) until every panel was given.

    columns: `count_columns` of all panels. tasks_by_draw: D x T, some draws. Rows are draws because ranks are
    made within a draw.
    """
    n_draws = len(tasks_by_draw)
    for panels in pieces(len(columns[0]), n_draws):
        sums = [(tasks_by_draw @ _rows(column, panels).T).astype(np.float64) for column in columns]
        yield panels, np.broadcast_to(STATISTICS[metric].of(*sums), (n_draws, panels.stop - panels.start))


def count_columns(counts: PanelCounts) -> Columns:
    """tp, fp, met and not_met by task; a column that all panels share as one row, which broadcasts."""
    columns = (counts.tp, counts.fp, counts.met, counts.not_met)
    return [(column[:1] if (column == column[:1]).all() else column).astype(np.float32) for column in columns]


def blocks_of_panels(n_panels: int, n_draws: int) -> list[slice]:
    """Slices of panels whose values in these draws stay small."""
    return blocks(n_panels, max(1, VALUES_AT_ONCE // n_draws))


def _rows(column: NDArray[np.float32], rows: slice) -> NDArray[np.float32]:
    return column[rows] if len(column) > 1 else column
