"""All that the bootstrap draws say about the ranked panels, in two passes over blocks.

First pass, blocks of panels (all draws of some panels): kappa interval, winner of each draw, distance to the
best. Second pass, blocks of draws (some draws of all panels): ranks, and who shares the draws with a tie.
C(30,5) panels in 10,000 draws are 1.4 thousand million numbers: they are made, used and dropped in blocks,
and memory holds a few blocks and the results, however many panels there are.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.best_probability import (
    DrawnScores,
    Winners,
    best_probability,
    nobody,
    winners_of_block,
)
from calibration.stats.ranking.indifference import (
    Distances,
    critical_distance,
    distances_of_block,
    indifference_set,
)
from calibration.stats.ranking.panel_headlines import panel_headlines
from calibration.stats.ranking.panel_rank_intervals import rank_intervals
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.ranking.rule_in_draws import Nearness
from calibration.stats.resampling.in_blocks import blocks, in_order, pieces
from calibration.stats.resampling.row_percentiles import row_percentiles

MOST_KEPT = 10_000_000

Progress = Callable[[float], None]
Ends = NDArray[np.float64]
BlockResult = tuple[Ends, Ends, NDArray[np.int64], tuple[Ends, Ends], Winners, Winners, Distances]
VALUES_AT_ONCE = 640_000
Columns = list[NDArray[np.float32]]


@dataclass(frozen=True)
class KappaIntervals:
    """Per panel: the 2.5 and 97.5 percentiles of kappa (NaN where undefined), and draws left out as
    undefined. headline_low, headline_high: of `panel_headlines`.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    undefined_draws: NDArray[np.int64]
    headline_low: NDArray[np.float64]
    headline_high: NDArray[np.float64]


@dataclass(frozen=True)
class Resampled:
    """Results for P panels in rank order.

    winners: one a draw, winners_around_centre: one a draw to whose values `shift` was added. scores_of: the
    metric of all panels in some draws.
    """

    kappa: KappaIntervals
    winners: Winners
    winners_around_centre: Winners
    shift: NDArray[np.float64]
    nearness: Nearness
    scores_of: DrawnScores
    p_best: NDArray[np.float64]
    in_indifference_set: NDArray[np.bool_]
    rank_low: NDArray[np.int64]
    rank_high: NDArray[np.int64]


def kappa_intervals(counts: PanelCounts, draws_by_task: NDArray[np.float32]) -> KappaIntervals:
    """Intervals alone, for a few panels that are not ranked. draws_by_task: T x D."""
    (kappas,) = drawn_statistics(counts, ["kappa"], draws_by_task)
    return KappaIntervals(*row_percentiles(kappas), *panel_headlines(counts, kappas))


def resample(
    counts: PanelCounts,
    metric: str,
    shift: NDArray[np.float64],
    draws_by_task: NDArray[np.float32],
    progress: Progress,
) -> Resampled:
    """counts: P panels in rank order. shift: length P, from the metric on all tasks to the centre of draws
    without its luck. draws_by_task: T x D. progress is told the share done, 0..1.
    """
    n_panels, n_draws = len(counts), draws_by_task.shape[1]
    kept = np.empty((n_panels, n_draws)) if n_panels * n_draws <= MOST_KEPT else None
    look = _first_pass(counts, metric, shift, draws_by_task, kept)
    undefined_draws = np.empty(n_panels, dtype=np.int64)
    ends = np.empty((4, n_panels))
    kappa = KappaIntervals(ends[0], ends[1], undefined_draws, ends[2], ends[3])
    winners = around_centre = nobody(n_draws)
    t, error, largest = np.empty(n_panels), np.empty(n_panels), np.full(n_draws, -np.inf)
    blocks = blocks_of_panels(n_panels, n_draws)
    looked = zip(blocks, in_order(look, blocks), strict=True)
    for rows, (low, high, undefined, headline, won, won_around_centre, distances) in looked:
        kappa.headline_low[rows], kappa.headline_high[rows] = headline
        kappa.low[rows], kappa.high[rows], kappa.undefined_draws[rows] = low, high, undefined
        winners, around_centre = winners.better_of(won), around_centre.better_of(won_around_centre)
        t[rows], error[rows] = distances.t, distances.error
        largest = np.maximum(largest, distances.largest)
        progress(rows.stop / n_panels / 2)
    scores_of = _second_pass(counts, metric, draws_by_task, kept)
    ranks = rank_intervals(scores_of, n_panels, n_draws, lambda share: progress(0.5 + share / 2))
    p_best = best_probability(winners, n_panels, scores_of)
    return Resampled(
        kappa,
        winners,
        around_centre,
        shift,
        Nearness(error, critical_distance(largest)),
        scores_of,
        p_best,
        indifference_set(t, largest),
        *ranks,
    )


def _first_pass(
    counts: PanelCounts,
    metric: str,
    shift: NDArray[np.float64],
    draws_by_task: NDArray[np.float32],
    kept: NDArray[np.float64] | None,
) -> Callable[[slice], BlockResult]:
    """What is done with each block of panels; the metric is written to `kept`, P x D, when that fits."""
    scores = STATISTICS[metric].of(*counts.totals())
    best_drawn = drawn_statistics(counts.take(slice(0, 1)), [metric], draws_by_task)[0][0]
    names = ["kappa"] if metric == "kappa" else ["kappa", metric]

    def look(rows: slice) -> BlockResult:
        some = counts.take(rows)
        drawn = drawn_statistics(some, names, draws_by_task)
        kappas, values = drawn[0], drawn[-1]
        if kept is not None:
            kept[rows] = values
        return (
            *row_percentiles(kappas),
            panel_headlines(some, kappas),
            winners_of_block(values, kappas, rows.start),
            winners_of_block(values + shift[rows, None], kappas, rows.start),
            distances_of_block(best_drawn, values, scores[0], scores[rows]),
        )

    return look


def _second_pass(
    counts: PanelCounts, metric: str, draws_by_task: NDArray[np.float32], kept: NDArray[np.float64] | None
) -> Callable[[slice | NDArray[np.int64]], Iterable[tuple[slice, NDArray[np.float64]]]]:
    """The metric of all panels in some draws: what was kept, or computed again."""
    if kept is not None:
        return lambda draws: [(slice(0, len(kept)), kept[:, draws].T)]
    tasks_by_draw = np.ascontiguousarray(draws_by_task.T)
    columns = count_columns(counts)
    return lambda draws: scores_by_draw(columns, len(counts), metric, tasks_by_draw[draws])


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
    columns: Columns, n_panels: int, metric: str, tasks_by_draw: NDArray[np.float32]
) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """The same values with draws as rows: yield (panels, D x B) until every panel was given.

    columns: `count_columns` of the n_panels panels. tasks_by_draw: D x T, some draws. Rows are draws because
    ranks are made within a draw.
    """
    n_draws = len(tasks_by_draw)
    for panels in pieces(n_panels, n_draws):
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
