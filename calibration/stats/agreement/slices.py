"""Agreement within each dimension, subcategory, age and so on: every slice as if it had been rated alone."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.agreement.agreement import SUMMARY, agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import Draws, task_draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.input_error import StatisticsInputError


def agreement_by(
    ratings: Ratings, labels: ArrayLike, draws: Draws, names: Sequence[str] = SUMMARY
) -> dict[str, dict[str, Estimate]]:
    """Agreement in each slice, in alphabetical order of the slices.

    labels: one a unit; of a label that belongs to tasks, pass labels_of_tasks[ratings.tasks].
    draws: those of the whole report. A slice that spans all tasks (a dimension, usually) is resampled with
    them, so its differences from other such slices are paired. A slice of fewer tasks (a subcategory) gets
    draws of its own tasks, same number and seed: its interval is what it would be were it all there is.
    """
    names_of_slices = np.asarray(labels, dtype=str)
    if names_of_slices.shape != ratings.tasks.shape:
        raise StatisticsInputError(
            f"Slices need one label for each of the {len(ratings.tasks)} units; "
            f"{names_of_slices.size} were given."
        )
    draws_of = SliceDraws(draws)
    by = {}
    for name, units in each_slice(names_of_slices):
        part = ratings.alone(units)
        by[name] = agreement_summary(part, draws_of(part.n_tasks), names)
    return by


def each_slice(labels: NDArray[np.str_]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Each label that occurs, sorted, with the rows that carry it."""
    for label in np.unique(labels):
        yield str(label), labels == label


class SliceDraws:
    """The draws of the report for slices of all tasks, and like ones for smaller slices, each made once."""

    def __init__(self, draws: Draws) -> None:
        self._made = {draws.n_tasks: draws}
        self._like = draws

    def __call__(self, n_tasks: int) -> Draws:
        if n_tasks not in self._made:
            self._made[n_tasks] = task_draws(n_tasks, self._like.n_draws, self._like.seed)
        return self._made[n_tasks]
