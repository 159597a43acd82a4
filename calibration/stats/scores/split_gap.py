"""The post-stratified gap between the mean scores of public and private tasks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.ratio import ratio
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
