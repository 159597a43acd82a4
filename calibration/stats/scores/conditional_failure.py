"""Failing in one dimension although another was met: recognising distress, then offering no way to help."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.resampling import reasons
from calibration.stats.resampling.by_task import check_tasks
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.scores.model_means_and_ranks import model_means
from calibration.stats.scores.scored_cells import ScoredCells

GIVEN = "Identification"
THEN = "Actionable resources"


@dataclass(frozen=True)
class ConditionalFailure:
    """share: of the model's cells that meet every criterion of the first dimension, those that miss at
    least one of the second; n_units counts the former. n_unknown: cells left out because a missing verdict
    leaves it open.
    """

    share: Estimate
    n_unknown: int


def conditional_failure(
    cells: ScoredCells,
    cell_of_verdict: ArrayLike,
    dimensions: Sequence[str],
    verdicts: ArrayLike,
    draws: Draws,
    *,
    given: str = GIVEN,
    then: str = THEN,
) -> list[ConditionalFailure]:
    """One for each model, over included cells that have criteria in both dimensions.

    cell_of_verdict, dimensions, verdicts: length V; the position of the verdict's cell in `cells`, the
    dimension of its criterion, and 1 met, 0 not met, -1 no verdict. A cell with a miss in `given` fails the
    condition, one with a miss in `then` fails, whatever else is missing; otherwise a missing verdict leaves
    the cell open, and it is counted as unknown.
    """
    outcome = np.asarray(verdicts, dtype=np.int64)
    positions, _ = check_tasks(cell_of_verdict, outcome.size, len(cells.tasks), noun="cell")
    names = np.asarray(dimensions, dtype=str)
    if names.shape != outcome.shape:
        raise StatisticsInputError("Each verdict needs the dimension of its criterion.")
    first, second = (
        _all_met(positions[names == name], outcome[names == name], len(cells.tasks)) for name in (given, then)
    )
    failed = np.where(first.all_met & second.known, second.missed, np.nan)
    unknown = cells.included & first.exists & second.exists & ~first.missed
    unknown &= ~(first.all_met & second.known)
    n_unknown = np.bincount(cells.models[unknown], minlength=cells.n_models)
    shares = model_means(cells.scored(failed), draws)
    return [
        ConditionalFailure(_with_reason(share), int(n)) for share, n in zip(shares, n_unknown, strict=True)
    ]


@dataclass(frozen=True, eq=False)
class _Met:
    """For each cell: has criteria of the dimension; misses one; meets all; one of the last two is certain."""

    exists: NDArray[np.bool_]
    missed: NDArray[np.bool_]
    all_met: NDArray[np.bool_]

    @property
    def known(self) -> NDArray[np.bool_]:
        return self.missed | self.all_met


def _all_met(positions: NDArray[np.int64], verdicts: NDArray[np.int64], n_cells: int) -> _Met:
    def count(which: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(positions[which], minlength=n_cells)

    n_criteria = np.bincount(positions, minlength=n_cells)
    exists, missed = n_criteria > 0, count(verdicts == 0) > 0
    return _Met(exists, missed, exists & ~missed & (count(verdicts == MISSING) == 0))


def _with_reason(share: Estimate) -> Estimate:
    if share.value is None:
        return no_estimate(reasons.NO_CELL_MEETS_CONDITION)
    return share
