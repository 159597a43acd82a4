"""All panels of k judges, and for each the right and wrong verdicts in every task.

A panel is counted once, over the units; everything after works on its T x 4 task counts, kept as small
integers.
"""

from dataclasses import dataclass
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import MET, MISSING, is_met
from calibration.stats.resampling.in_blocks import blocks, in_order
from calibration.stats.resampling.input_error import StatisticsInputError

MOST_PANELS = 250_000
CELLS_PER_BLOCK = 500_000


@dataclass(frozen=True)
class PanelCounts:
    """Counts of P panels over the units with a decided gold.

    tp, fp: P x T. met, not_met: gold among the units with a verdict, P x T, or 1 x T when it is the same
    for all panels. units_by_votes: P x (k+1), units with 0..k votes. ties: P, units decided as not met by
    an even split.
    """

    tp: NDArray[np.unsignedinteger]
    fp: NDArray[np.unsignedinteger]
    met: NDArray[np.unsignedinteger]
    not_met: NDArray[np.unsignedinteger]
    units_by_votes: NDArray[np.int64]
    ties: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.tp)

    def take(self, panels: NDArray[np.int64] | slice) -> "PanelCounts":
        """The chosen panels in the given order."""
        shared = len(self.met) == 1
        return PanelCounts(
            self.tp[panels],
            self.fp[panels],
            self.met if shared else self.met[panels],
            self.not_met if shared else self.not_met[panels],
            self.units_by_votes[panels],
            self.ties[panels],
        )

    def totals(self, tasks: NDArray[np.int64] | slice = slice(None)) -> tuple[NDArray[np.float64], ...]:
        """(tp, fp, met, not_met), each of length P, summed over the given tasks."""
        columns = (self.tp, self.fp, self.met, self.not_met)
        summed = (column[:, tasks].sum(axis=1, dtype=np.float64) for column in columns)
        return tuple(np.broadcast_to(column, len(self)) for column in summed)

    def per_task(self, panel: int) -> NDArray[np.float64]:
        """T x 4 (TP, FP, FN, TN) of one panel."""
        own = panel if len(self.met) > 1 else 0
        tp, fp = self.tp[panel].astype(np.float64), self.fp[panel].astype(np.float64)
        return np.stack([tp, fp, self.met[own] - tp, self.not_met[own] - fp], axis=1)


def all_panels(n_judges: int, size: int) -> NDArray[np.int64]:
    """Every panel of `size` out of `n_judges`, P x size, in lexicographic order.

    Raises StatisticsInputError when there is none, or more than MOST_PANELS.
    """
    if size < 1 or size > n_judges:
        raise StatisticsInputError(
            f"A panel of {size} cannot be formed from {n_judges} judges; choose a size from 1 to {n_judges}."
        )
    n_panels = number_of_panels(n_judges, size)
    judges = chain.from_iterable(combinations(range(n_judges), size))
    return np.fromiter(judges, dtype=np.int64, count=n_panels * size).reshape(n_panels, size)


def number_of_panels(n_judges: int, size: int) -> int:
    """How many panels of `size` there are. Raises StatisticsInputError for more than MOST_PANELS."""
    n_panels = comb(n_judges, size)
    if n_panels > MOST_PANELS:
        raise StatisticsInputError(
            f"{n_judges} judges form {n_panels:,} panels of {size}; at most {MOST_PANELS:,} can be ranked "
            "at once. Name fewer candidates, or choose a smaller panel."
        )
    return n_panels


def count_panels(
    votes: NDArray[np.int8],
    gold: NDArray[np.int8],
    task_index: NDArray[np.int64],
    n_tasks: int,
    panels: NDArray[np.int64],
) -> PanelCounts:
    """Count every panel against gold, in blocks of panels.

    votes: U x J and gold: U as in `rank_panels`; undecided units (-1) are left out. panels: P x k judge
    numbers.
    """
    decided = gold != MISSING
    votes, by_task = votes[decided], _task_columns(gold[decided], task_index[decided], n_tasks)
    n_panels, size = panels.shape
    everyone_decides = bool(((votes == MISSING).sum(axis=1) < size).all())
    counts = _no_counts(by_task, n_panels, size, everyone_decides)
    met_votes, returned_votes = _by_judge(votes == MET, size), _by_judge(votes != MISSING, size)

    def count(rows: slice) -> None:
        met, returned = _sum_votes(met_votes, panels[rows]), _sum_votes(returned_votes, panels[rows])
        said_met = is_met(met, returned).astype(np.float32) @ by_task
        counts.tp[rows], counts.fp[rows] = said_met[:, :n_tasks], said_met[:, n_tasks:]
        if not everyone_decides:  # also a single panel, whose counts are one row all the same
            decides = (returned > 0).astype(np.float32) @ by_task
            counts.met[rows], counts.not_met[rows] = decides[:, :n_tasks], decides[:, n_tasks:]
        counts.units_by_votes[rows], counts.ties[rows] = _vote_numbers(met, returned, size)

    for _ in in_order(count, blocks(len(panels), max(1, CELLS_PER_BLOCK // max(1, len(votes))))):
        pass
    return counts


def _task_columns(gold: NDArray[np.int8], task_index: NDArray[np.int64], n_tasks: int) -> NDArray[np.float32]:
    """U x 2T: a one in the column of the unit's task, left half for units met in gold, right half for not
    met.

    float32 makes the sums one matrix product; counts stay exact up to 2**24.
    """
    columns = np.zeros((len(gold), 2 * n_tasks), dtype=np.float32)
    columns[np.arange(len(gold)), task_index + np.where(gold == 1, 0, n_tasks)] = 1
    return columns


def _no_counts(by_task: NDArray[np.float32], n_panels: int, size: int, everyone_decides: bool) -> PanelCounts:
    """Room for the counts; met and not_met in one row, filled, when every panel decides every unit."""
    whole = by_task.sum(axis=0)
    small, n_tasks = np.min_scalar_type(int(whole.max(initial=0))), len(whole) // 2
    gold = np.zeros((1 if everyone_decides else n_panels, 2 * n_tasks), dtype=small)
    if everyone_decides:
        gold[0] = whole
    return PanelCounts(
        tp=np.zeros((n_panels, n_tasks), dtype=small),
        fp=np.zeros((n_panels, n_tasks), dtype=small),
        met=gold[:, :n_tasks],
        not_met=gold[:, n_tasks:],
        units_by_votes=np.zeros((n_panels, size + 1), dtype=np.int64),
        ties=np.zeros(n_panels, dtype=np.int64),
    )


def _by_judge(votes: NDArray[np.bool_], size: int) -> NDArray[np.signedinteger]:
    """J x U of ones and zeros, in a type in which twice the votes of a panel fit."""
    return np.ascontiguousarray(votes.T).astype(np.int8 if size < 64 else np.int32)


def _sum_votes(
    votes_by_judge: NDArray[np.signedinteger], panels: NDArray[np.int64]
) -> NDArray[np.signedinteger]:
    """J x U ones and zeros summed over the judges of each panel: B x U."""
    total = votes_by_judge[panels[:, 0]]
    for judge in panels[:, 1:].T:
        total += votes_by_judge[judge]
    return total


def _vote_numbers(
    met: NDArray[np.signedinteger], returned: NDArray[np.signedinteger], size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    by_votes = np.stack([np.count_nonzero(returned == n, axis=1) for n in range(size + 1)], axis=1)
    ties = np.count_nonzero((2 * met == returned) & (returned > 0), axis=1)
    return by_votes, ties
