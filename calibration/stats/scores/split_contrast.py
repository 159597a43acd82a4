"""Do models score better on public tasks than on the private ones they cannot have seen?

The two halves hold different tasks, so nothing is paired: means are compared within the strata of the split.
Where strata hold few tasks the intervals are a little narrow (about 92 % with ten tasks to a stratum and
half); the permutation test keeps its level.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling import reasons
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import percentile_interval
from calibration.stats.resampling.significance import (
    detectable_difference,
    holm,
    permutation_p,
    standard_error,
)
from calibration.stats.resampling.stratified_draws import permuted_within, stratified_counts
from calibration.stats.scores.scored_cells import ScoredCells
from calibration.stats.scores.split_gap import SplitDesign, gaps


@dataclass(frozen=True)
class SplitContrast:
    """One model. gap: public less private mean, post-stratified; n_units counts its cells in compared strata.

    against_others: the gap less the mean gap of the other models, which harder tasks in one half do not move.
    p: from permuting the halves within strata; p_holm: corrected over models.
    standard_error, detectable: of the gap. All None without draws.
    """

    gap: Estimate
    against_others: Estimate
    p: float | None
    standard_error: float | None
    p_holm: float | None = None

    @property
    def detectable(self) -> float | None:
        """The smallest gap this many tasks can be expected to show."""
        return detectable_difference(self.standard_error)


def split_contrast(
    cells: ScoredCells, design: SplitDesign, draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED
) -> list[SplitContrast]:
    """One contrast for each model, all on the same draws.

    design: half and stratum of each of the cells' tasks. draws: of the bootstrap, and as many permutations.
    """
    if len(design.strata) != cells.n_tasks:
        raise StatisticsInputError(f"Each of the {cells.n_tasks} tasks needs its half and its stratum.")
    once = np.ones((1, cells.n_tasks), dtype=np.float32)
    actual = design.is_public[None, :]
    observed = gaps(cells, design, once, actual)
    drawn = gaps(cells, design, stratified_counts(design.groups, draws, seed), actual)
    halves = permuted_within(design.is_public, design.strata, draws, seed)
    permuted = gaps(cells, design, np.broadcast_to(once, halves.shape), halves)
    defined = np.isfinite(observed[0])
    others, drawn_others = _less_others(observed, defined), _less_others(drawn, defined)
    contrasts = []
    for m in range(cells.n_models):
        gap = _estimate(observed[0, m], drawn[:, m], cells, design, m, reasons.NO_SHARED_STRATUM)
        against = _estimate(
            others[0, m], drawn_others[:, m], cells, design, m, reasons.NOTHING_TO_COMPARE_WITH
        )
        p = None if gap.value is None else permutation_p(gap.value, permuted[:, m])
        error = None if gap.low is None else standard_error(drawn[:, m])
        contrasts.append(SplitContrast(gap, against, p, error))
    corrected = holm([contrast.p for contrast in contrasts])
    return [replace(contrast, p_holm=p) for contrast, p in zip(contrasts, corrected, strict=True)]


def _estimate(
    value: float,
    drawn: NDArray[np.float64],
    cells: ScoredCells,
    design: SplitDesign,
    model: int,
    why_undefined: str,
) -> Estimate:
    counts = cells.cell_counts[design.compared, model]
    n_cells, n_tasks = int(counts.sum()), int((counts > 0).sum())
    if not np.isfinite(value):
        return no_estimate(why_undefined, n_units=n_cells, n_tasks=n_tasks)
    low, high, undefined = percentile_interval(drawn)
    reason = None
    if not drawn.size:
        reason = reasons.NO_DRAWS
    elif not design.can_resample:
        low, high, reason = None, None, reasons.ONE_TASK_PER_GROUP
    elif low is None:
        reason = reasons.ALL_DRAWS_UNDEFINED
    method = f"percentile bootstrap within strata and halves, {drawn.size} draws"
    return Estimate(value, low, high, n_cells, n_tasks, None, method, reason, undefined)


def _less_others(values: NDArray[np.float64], defined: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each column less the mean of the other defined ones; NaN where there is none."""
    counted = np.where(defined, values, 0)
    n_others = defined.sum() - 1
    if n_others < 1:
        return np.full(values.shape, np.nan)
    others = (counted.sum(axis=1, keepdims=True) - counted) / n_others
    return np.asarray(np.where(defined, values - others, np.nan))
