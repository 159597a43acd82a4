"""A model's mean corrected by the responses clinicians labelled: prediction-powered inference."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws
from calibration.stats.resampling.ratio import ratio
from calibration.stats.scores.scored_cells import ScoredCells


def ppi_means(
    evaluation: ScoredCells, labelled: ScoredCells, gold_scores: ArrayLike, draws: Draws
) -> list[Estimate]:
    """For each model: mean panel score of its evaluated cells + mean (gold - panel) of its labelled cells.

    evaluation: cells with panel scores. labelled: cells of the calibration set with panel scores, numbered
    by the same tasks and models; gold_scores: their scores by the clinicians' majority, NaN where undecided
    throughout. Tasks are drawn once for both parts, so what they share is not counted twice. A model
    without labelled cells has the reason no_labelled_cells. Source: Angelopoulos et al. 2023, "Prediction-
    powered inference".
    """
    if (labelled.n_tasks, labelled.n_models) != (evaluation.n_tasks, evaluation.n_models):
        raise StatisticsInputError("Evaluated and labelled cells must number the same tasks and models.")
    both = labelled.scored(np.where(np.isnan(labelled.scores), np.nan, np.asarray(gold_scores, dtype=float)))
    gap = both.score_sums - both.sum_used(np.nan_to_num(labelled.scores))
    parts = [evaluation.score_sums, evaluation.cell_counts, gap, both.cell_counts]
    drawn = _corrected(np.hsplit(draws.sums(np.hstack(parts)), 4))
    values = _corrected([part.sum(axis=0) for part in parts])
    return [_estimate(m, float(values[m]), drawn[:, m], evaluation, both, draws) for m in range(len(values))]


def _corrected(parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    scores, cells, gap, labelled_cells = parts
    return ratio(scores, cells) + ratio(gap, labelled_cells)


def _estimate(
    m: int, value: float, drawn: NDArray[np.float64], evaluation: ScoredCells, both: ScoredCells, draws: Draws
) -> Estimate:
    counts = evaluation.cell_counts[:, m]
    n_units, n_tasks = int(counts.sum()), int((counts > 0).sum())
    if not n_units:
        return no_estimate(reasons.NO_DATA)
    if not both.cell_counts[:, m].any():
        return no_estimate(reasons.NO_LABELLED_CELLS, n_units=n_units, n_tasks=n_tasks)
    return estimate_from_draws(value, drawn, draws, n_units=n_units, n_tasks=n_tasks)
