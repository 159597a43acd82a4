"""Adding up per task: every statistic here is made of such sums."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling.input_error import StatisticsInputError


def check_tasks(
    tasks: ArrayLike, n_rows: int, n_tasks: int | None, noun: str = "task"
) -> tuple[NDArray[np.int64], int]:
    """The task number of each row and the number of tasks; StatisticsInputError when they do not fit.

    tasks: length n_rows, whole numbers 0 to n_tasks - 1 in the order of the sorted UNIQUE_IDs.
    n_tasks: by default one more than the largest task number. noun: what is numbered, when it is not tasks.
    """
    numbers = np.asarray(tasks)
    if numbers.shape != (n_rows,):
        raise StatisticsInputError(
            f"Each of the {n_rows} rows needs one {noun} number; an array of shape {numbers.shape} was given."
        )
    if numbers.size and numbers.dtype.kind not in "iu":
        raise StatisticsInputError(f"Every {noun} must be a whole number, counted from 0 in sorted order.")
    numbers = numbers.astype(np.int64)
    smallest, largest = int(numbers.min(initial=0)), int(numbers.max(initial=-1))
    if smallest < 0:
        raise StatisticsInputError(f"Every {noun} number must be 0 or more; found {smallest}.")
    n_tasks = largest + 1 if n_tasks is None else n_tasks
    if largest >= n_tasks:
        raise StatisticsInputError(f"Every {noun} number must lie from 0 to {n_tasks - 1}; found {largest}.")
    return numbers, n_tasks


def sum_by_task(columns: ArrayLike, tasks: NDArray[np.int64], n_tasks: int) -> NDArray[np.float64]:
    """Sums of each column within each task: rows x K (or rows) become n_tasks x K (or n_tasks)."""
    columns = np.asarray(columns, dtype=np.float64)
    if columns.ndim == 1:
        return sum_by_task(columns[:, None], tasks, n_tasks)[:, 0]
    sums = np.empty((n_tasks, columns.shape[1]))
    for k, column in enumerate(columns.T):
        sums[:, k] = np.bincount(tasks, weights=column, minlength=n_tasks)
    return sums


def renumber(tasks: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Number the tasks that occur from 0, keeping their order: what a slice run alone would use."""
    present, numbers = np.unique(tasks, return_inverse=True)
    return numbers.astype(np.int64), len(present)
