"""Scores of evaluated models: one cell is one response, that is one (task, model, attempt)."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling.by_task import check_tasks, renumber, sum_by_task
from calibration.stats.resampling.input_error import StatisticsInputError


@dataclass(frozen=True, eq=False)
class ScoredCells:
    """C cells of M models on T tasks. Make one with `ScoredCells.of`.

    tasks, models, attempts: C, numbered from 0. scores: C, 0 to 1, NaN where a cell has no score (or lacks
    the dimension that is scored). included: C, whether the cell counts in means: it is empty, or at least two
    judges voted on one of its criteria.
    """

    tasks: NDArray[np.int64]
    models: NDArray[np.int64]
    scores: NDArray[np.float64]
    included: NDArray[np.bool_]
    attempts: NDArray[np.int64]
    n_tasks: int
    n_models: int

    @classmethod
    def of(
        cls,
        tasks: ArrayLike,
        models: ArrayLike,
        scores: ArrayLike,
        included: ArrayLike,
        *,
        attempts: ArrayLike | None = None,
        n_tasks: int | None = None,
        n_models: int | None = None,
    ) -> "ScoredCells":
        """Check and keep cells; without `attempts` every cell is the only attempt of its model at its task.

        Raises StatisticsInputError for lengths that differ, scores outside 0 to 1, and numbers out of range.
        """
        checked = _scores(scores)
        task_numbers, n_tasks = check_tasks(tasks, len(checked), n_tasks)
        model_numbers, n_models = check_tasks(models, len(checked), n_models, noun="model")
        tries = np.zeros(len(checked), dtype=np.int64) if attempts is None else attempts
        attempt_numbers, _ = check_tasks(tries, len(checked), None, noun="attempt")
        counts = np.asarray(included, dtype=bool)
        if counts.shape != checked.shape:
            raise StatisticsInputError("Each cell must say whether it is included in the means.")
        return cls(task_numbers, model_numbers, checked, counts, attempt_numbers, n_tasks, n_models)

    @property
    def used(self) -> NDArray[np.bool_]:
        """C: included cells with a score."""
        return self.included & ~np.isnan(self.scores)

    @property
    def cells_left_out(self) -> NDArray[np.int64]:
        """M: how many cells of each model do not count in its mean."""
        return np.bincount(self.models[~self.used], minlength=self.n_models).astype(np.int64)

    @cached_property
    def score_sums(self) -> NDArray[np.float64]:
        """T x M: sum of the scores of used cells."""
        return self.sum_used(np.where(self.used, self.scores, 0))

    @cached_property
    def cell_counts(self) -> NDArray[np.float64]:
        """T x M: number of used cells."""
        return self.sum_used(np.ones(len(self.tasks)))

    def sum_used(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """T x M: the sum of a value of each used cell."""
        used = self.used
        groups = self.tasks[used] * self.n_models + self.models[used]
        flat = sum_by_task(values[used], groups, self.n_tasks * self.n_models)
        return flat.reshape(self.n_tasks, self.n_models)

    def scored(self, scores: ArrayLike) -> "ScoredCells":
        """The same cells with other scores, such as those of one dimension."""
        checked = _scores(scores)
        if checked.shape != self.scores.shape:
            raise StatisticsInputError(f"Each of the {len(self.scores)} cells needs one score.")
        return replace(self, scores=checked)

    def alone(self, cells: NDArray[np.bool_]) -> "ScoredCells":
        """Only these cells and only their tasks, renumbered; all models are kept."""
        tasks, n_tasks = renumber(self.tasks[cells])
        return ScoredCells(
            tasks,
            self.models[cells],
            self.scores[cells],
            self.included[cells],
            self.attempts[cells],
            n_tasks,
            self.n_models,
        )


def _scores(scores: ArrayLike) -> NDArray[np.float64]:
    try:
        checked = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise StatisticsInputError("Scores must be numbers from 0 to 1, or missing.") from None
    if checked.ndim != 1:
        raise StatisticsInputError("Scores must be a list with one number for each cell.")
    outside = np.flatnonzero((checked < 0) | (checked > 1))
    if outside.size:
        row = outside[0]
        raise StatisticsInputError(
            f"The score of cell {row + 1} is {checked[row]:g}; it must lie from 0 to 1."
        )
    return checked
