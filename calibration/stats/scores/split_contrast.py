"""Do models score better on public tasks than on the private ones they cannot have seen?

The two halves hold different tasks, so nothing is paired: means are compared within the strata of the split,
and the gap is post-stratified. Where strata hold few tasks the intervals are a little narrow (about 92 % with
ten tasks to a stratum and half); the permutation test keeps its level.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling import reasons
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import permuted_within, stratified_counts
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.headline import PERCENTILE
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import percentile_interval
from calibration.stats.resampling.ratio import ratio
from calibration.stats.resampling.significance import (
    detectable_difference,
    holm,
    permutation_p,
    standard_error,
)
from calibration.stats.scores.scored_cells import ScoredCells


@dataclass(frozen=True, eq=False)
class SplitDesign:
    """is_public: T, whether a task is in the public half. strata: T, numbered from 0, as the split used them.

    Only strata with tasks in both halves can be compared; `compared` says which tasks these hold.
    """

    is_public: NDArray[np.bool_]
    strata: NDArray[np.int64]

    @classmethod
    def of(cls, is_public: ArrayLike, strata: ArrayLike) -> "SplitDesign":
        """strata: T labels of any kind; StatisticsInputError when the two lengths differ."""
        public = np.asarray(is_public, dtype=bool)
        _, numbers = np.unique(np.asarray(strata, dtype=str), return_inverse=True)
        if public.shape != numbers.shape:
            raise StatisticsInputError("Each task needs both its half and its stratum.")
        return cls(public, numbers.astype(np.int64))

    @property
    def sizes(self) -> NDArray[np.int64]:
        """S: tasks in each stratum."""
        return np.bincount(self.strata)

    @property
    def compared(self) -> NDArray[np.bool_]:
        """T: whether the task's stratum has tasks in both halves."""
        n_public = np.bincount(self.strata, weights=self.is_public, minlength=len(self.sizes))
        return ((n_public > 0) & (n_public < self.sizes))[self.strata]

    @property
    def alone(self) -> NDArray[np.bool_]:
        """T: whether a task is the only one of its stratum and half, where drawing changes nothing."""
        return np.asarray((np.bincount(self.groups) == 1)[self.groups])

    @property
    def can_resample(self) -> bool:
        """Whether some compared task is not alone."""
        return bool((self.compared & ~self.alone).any())

    @property
    def groups(self) -> NDArray[np.int64]:
        """T: stratum and half together, from which tasks are drawn."""
        return 2 * self.strata + self.is_public


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
    reason, method = None, PERCENTILE
    if not drawn.size:
        reason = reasons.NO_DRAWS
    elif not design.can_resample:
        low, high, reason = None, None, reasons.ONE_TASK_PER_GROUP
    elif low is None:
        reason = reasons.ALL_DRAWS_UNDEFINED
    if low is None:
        return Estimate(value, None, None, n_cells, n_tasks, reason=reason, undefined_draws=undefined)
    return Estimate(value, low, high, n_cells, n_tasks, None, method, reason, undefined, low, high)


def _less_others(values: NDArray[np.float64], defined: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Each column less the mean of the other defined ones; NaN where there is none."""
    counted = np.where(defined, values, 0)
    n_others = defined.sum() - 1
    if n_others < 1:
        return np.full(values.shape, np.nan)
    others = (counted.sum(axis=1, keepdims=True) - counted) / n_others
    return np.asarray(np.where(defined, values - others, np.nan))


def gaps(
    cells: ScoredCells, design: SplitDesign, counts: NDArray[np.float32], public: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """D x M: sum over strata of share of tasks x (mean of public cells - mean of private cells).

    counts: D x T, how often each task counts. public: D x T or 1 x T, the half each task is in.
    A stratum counts for a model when the model has cells in both halves of it in the data; the shares are of
    the tasks of these strata. NaN where no stratum counts, or where a draw leaves one of them without cells.
    """
    total = np.zeros((len(counts), cells.n_models))
    share = np.zeros(cells.n_models)
    for stratum, size in enumerate(design.sizes):
        members = np.flatnonzero((design.strata == stratum) & design.compared)
        has = cells.cell_counts[members] > 0
        usable = has[design.is_public[members]].any(axis=0) & has[~design.is_public[members]].any(axis=0)
        if not usable.any():
            continue
        sums = np.hstack([cells.score_sums[members][:, usable], cells.cell_counts[members][:, usable]])
        here = counts[:, members].astype(np.float64)
        in_public = public[:, members]
        total[:, usable] += size * (_means((here * in_public) @ sums) - _means((here * ~in_public) @ sums))
        share[usable] += size
    return ratio(total, share)


def _means(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    scores, cells = np.hsplit(drawn, 2)
    return ratio(scores, cells)
