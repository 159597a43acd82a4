"""Which tasks each bootstrap draw holds: one stream of random numbers for every statistic of a report.

Tasks, not units, are drawn, because units of one task resemble each other. RandomState is used on purpose:
its stream is frozen across NumPy versions, that of Generator is not.
"""

import hashlib
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED

LARGEST_SEED = 2**32 - 1
NUMBERS_PER_BLOCK = 200_000
NUMBERS_KEPT = 25_000_000


@dataclass(frozen=True)
class Draws:
    """D draws of T tasks with replacement, computed when asked for; make one with `task_draws`."""

    n_tasks: int
    n_draws: int
    seed: int

    @cached_property
    def counts(self) -> NDArray[np.float32]:
        """How often each task is in each draw, D x T, whole numbers; kept in memory whatever the size."""
        counts = np.empty((self.n_draws, self.n_tasks), dtype=np.float32)
        for start, block in self._counted(self._rows_per_block()):
            counts[start : start + len(block)] = block
        return counts

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the drawn task numbers, D x T, as little-endian int64 in C order."""
        digest = hashlib.sha256()
        for drawn in self._drawn(self._rows_per_block()):
            digest.update(np.ascontiguousarray(drawn, dtype="<i8").data)
        return digest.hexdigest()

    def blocks(self, rows: int | None = None) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield (first draw, counts of at most `rows` draws).

        Up to 100 MB of counts are kept for the next time; more are made anew, so that memory stays bounded.
        """
        rows = rows or self._rows_per_block()
        if "counts" not in self.__dict__ and self.n_draws * self.n_tasks > NUMBERS_KEPT:
            yield from self._counted(rows)
            return
        for start in range(0, self.n_draws, rows):
            yield start, self.counts[start : start + rows]

    def sums(self, per_task: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums over the tasks of each draw: T x K per-task sums become D x K."""
        per_task = np.asarray(per_task, dtype=np.float64)
        if per_task.ndim != 2 or len(per_task) != self.n_tasks:
            raise ValueError(
                f"Per-task sums need one row for each of the {self.n_tasks} tasks; got {per_task.shape}."
            )
        summed = np.empty((self.n_draws, per_task.shape[1]))
        for start, counts in self.blocks():
            np.matmul(counts.astype(np.float64), per_task, out=summed[start : start + len(counts)])
        return summed

    def _rows_per_block(self) -> int:
        return max(1, NUMBERS_PER_BLOCK // max(1, self.n_tasks))

    def _drawn(self, rows: int) -> Iterator[NDArray[np.int64]]:
        """The stream in blocks; equal to one call of randint(0, T, size=(D, T))."""
        stream = np.random.RandomState(self.seed)
        for start in range(0, self.n_draws if self.n_tasks else 0, rows):
            size = (min(rows, self.n_draws - start), self.n_tasks)
            yield stream.randint(0, self.n_tasks, size=size, dtype=np.int64)

    def _counted(self, rows: int) -> Iterator[tuple[int, NDArray[np.float32]]]:
        start = 0
        for drawn in self._drawn(rows):
            drawn += np.arange(len(drawn))[:, None] * self.n_tasks
            counts = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
            yield start, counts.astype(np.float32)
            start += len(drawn)


def task_draws(n_tasks: int, draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED) -> Draws:
    """The draws of a report: RandomState(seed).randint(0, n_tasks, size=(draws, n_tasks)).

    n_tasks: number of tasks, sorted by UNIQUE_ID by the caller. draws: 0 means no intervals.
    Raises ValueError, in a sentence, for a number that is not whole or out of range.
    """
    return Draws(
        n_tasks=whole_number("number of tasks", n_tasks),
        n_draws=whole_number("number of draws", draws),
        seed=whole_number("seed", seed, LARGEST_SEED),
    )


def whole_number(name: str, number: int, largest: int | None = None) -> int:
    """The number as an int; a ValueError in a sentence when it is not whole or not from 0 to `largest`."""
    allowed = "0 or more" if largest is None else f"from 0 to {largest}"
    try:
        whole = operator.index(number)
    except TypeError:
        raise ValueError(f"The {name} must be a whole number {allowed}; {number!r} was given.") from None
    if whole < 0 or (largest is not None and whole > largest):
        raise ValueError(f"The {name} must be a whole number {allowed}; {number} was given.")
    return whole


def stratified_counts(groups: NDArray[np.int64], n_draws: int, seed: int) -> NDArray[np.float32]:
    """D x T: how often each task is in each draw when every group is drawn from itself, at its own size.

    groups: length T. One RandomState(seed) serves the groups in ascending order, each by
    randint(0, size of group, size=(D, size of group)).
    """
    n_draws, stream = whole_number("number of draws", n_draws), _stream(seed)
    counts = np.zeros((n_draws, len(groups)), dtype=np.float32)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        drawn = stream.randint(0, len(members), size=(n_draws, len(members)), dtype=np.int64)
        drawn += np.arange(n_draws)[:, None] * len(members)
        counted = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        counts[:, members] = counted
    return counts


def permuted_within(
    labels: NDArray[np.bool_], strata: NDArray[np.int64], n_draws: int, seed: int
) -> NDArray[np.bool_]:
    """D x T: the labels shuffled among the tasks of each stratum, so that each keeps its number of True.

    labels, strata: length T. One RandomState(seed) serves the strata in ascending order; the tasks with the
    smallest of uniform numbers, random_sample((D, size of stratum)), become True.
    """
    n_draws, stream = whole_number("number of draws", n_draws), _stream(seed)
    permuted = np.zeros((n_draws, len(labels)), dtype=bool)
    for stratum in np.unique(strata):
        members = np.flatnonzero(strata == stratum)
        place = stream.random_sample((n_draws, len(members))).argsort(axis=1).argsort(axis=1)
        permuted[:, members] = place < labels[members].sum()
    return permuted


def _stream(seed: int) -> np.random.RandomState:
    return np.random.RandomState(whole_number("seed", seed, LARGEST_SEED))
