"""What several raters said about the same units, checked once when they come in."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.resampling.by_task import check_tasks, renumber
from calibration.stats.resampling.input_error import StatisticsInputError

NOT_MET_OR_MET = (0, 1)


@dataclass(frozen=True, eq=False)
class Ratings:
    """U units by R raters. Make one with `Ratings.of`; the fields are then known to be sound.

    values: U x R int8, the position of the category in `categories`, MISSING where there is no rating.
    tasks: U, the task each unit belongs to, 0 to n_tasks - 1.
    categories: all categories a rater could choose, declared and never inferred from the data.
    """

    values: NDArray[np.int8]
    tasks: NDArray[np.int64]
    n_tasks: int
    categories: tuple[int, ...]

    @classmethod
    def of(
        cls,
        values: ArrayLike,
        tasks: ArrayLike,
        *,
        categories: Sequence[int] = NOT_MET_OR_MET,
        n_tasks: int | None = None,
    ) -> "Ratings":
        """Check and keep a table of ratings.

        values: U x R; NaN, None or -1 is a missing rating, everything else must be a declared category.
        Raises StatisticsInputError, naming row and column, for anything else.
        """
        numbers = _numbers(values)
        tasks, n_tasks = check_tasks(tasks, len(numbers), n_tasks)
        return cls(_positions(numbers, _declared(categories)), tasks, n_tasks, tuple(categories))

    @property
    def n_raters(self) -> int:
        return int(self.values.shape[1])

    @property
    def n_categories(self) -> int:
        return len(self.categories)

    @cached_property
    def counts(self) -> NDArray[np.float64]:
        """U x q: how many raters put the unit into each category (r_ik)."""
        columns = [(self.values == k).sum(axis=1) for k in range(self.n_categories)]
        return np.stack(columns, axis=1).astype(np.float64)

    @cached_property
    def per_unit(self) -> NDArray[np.float64]:
        """U: how many ratings each unit has (r_i)."""
        return np.asarray(self.counts.sum(axis=1))

    def where(self, units: NDArray[np.bool_]) -> "Ratings":
        """Only these units, with all tasks kept: the bootstrap draws stay those of the whole."""
        return Ratings(self.values[units], self.tasks[units], self.n_tasks, self.categories)

    def alone(self, units: NDArray[np.bool_]) -> "Ratings":
        """Only these units and only their tasks, renumbered: as if nothing else had been rated."""
        tasks, n_tasks = renumber(self.tasks[units])
        return Ratings(self.values[units], tasks, n_tasks, self.categories)

    def of_raters(self, raters: Sequence[int]) -> "Ratings":
        """The same units as judged by these raters, in this order."""
        return Ratings(self.values[:, list(raters)], self.tasks, self.n_tasks, self.categories)


def _numbers(values: ArrayLike) -> NDArray[np.float64]:
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise StatisticsInputError(
            "Ratings must be numbers, one row a unit and one column a rater."
        ) from None
    if numbers.ndim != 2:
        raise StatisticsInputError("Ratings need two dimensions: one row a unit, one column a rater.")
    return numbers


def _declared(categories: Sequence[Any]) -> list[int]:
    declared = list(categories)
    if len(set(declared)) != len(declared) or len(declared) < 2:
        raise StatisticsInputError(f"At least two different categories must be declared; got {declared}.")
    if MISSING in declared:
        raise StatisticsInputError("-1 stands for a missing rating and cannot be a category.")
    return declared


def _positions(numbers: NDArray[np.float64], declared: list[int]) -> NDArray[np.int8]:
    positions = np.full(numbers.shape, MISSING, dtype=np.int8)
    known = np.isnan(numbers) | (numbers == MISSING)
    for position, category in enumerate(declared):
        here = numbers == category
        positions[here] = position
        known |= here
    if not known.all():
        row, column = np.argwhere(~known)[0]
        raise StatisticsInputError(
            f"Rating {numbers[row, column]:g} of unit {row + 1} by rater {column + 1} is not one of the "
            f"declared categories {declared}; leave a missing rating empty."
        )
    return positions
