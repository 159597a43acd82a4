"""From verdicts to scores: rules 4 to 6 of DESIGN.md section 5, over the cells of a whole table at once.

Rules 1 to 3, who says met, are in `annotation/verdicts`. Pure.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.verdicts.rules import MET, MISSING, Votes, panel_verdicts

JUDGES_FOR_INCLUSION = 2

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class CellScores:
    """Every cell of some judgments, in the order of its number.

    met, voted: weight of the criteria met, and of those with a verdict. judges: how many different judges
    voted. empty: whether the response is. dimension_met, dimension_voted: the two weights within each
    dimension of the vocabulary, cells x dimensions; in_rubric: whether a cell has criteria there.
    """

    met: Numbers
    voted: Numbers
    judges: Numbers
    empty: Truths
    dimension_met: Numbers
    dimension_voted: Numbers
    in_rubric: Truths

    @property
    def scores(self) -> NDArray[np.float64]:
        """Rule 4; NaN where a cell has no verdict."""
        return cell_scores(self.met, self.voted)

    @property
    def included(self) -> Truths:
        """Rule 5: whether each cell counts in its model's mean."""
        return cells_included(self.judges, self.empty)


def score_cells(
    cells: Numbers, votes: Votes, weights: Numbers, dimensions: Numbers, empty_response: Truths, n_cells: int
) -> CellScores:
    """Score every cell from the votes on its criteria.

    One entry a judgment: cells numbers them from 0 to n_cells - 1, votes is judgments x judges, weights and
    dimensions are those of the criterion (dimensions by position in the vocabulary), empty_response those of
    the response.
    """
    verdicts = panel_verdicts(votes, empty_response)
    shape = (n_cells, len(vocabulary.DIMENSIONS))
    in_rubric = np.zeros(shape, dtype=bool)
    in_rubric[cells, dimensions] = True
    empty = np.zeros(n_cells, dtype=bool)
    empty[cells[empty_response]] = True
    met, voted = weight_sums(cells, weights, verdicts, n_cells)
    by_dimension = dimension_sums(cells, dimensions, weights, verdicts, shape)
    return CellScores(met, voted, judges_of_cells(cells, votes, n_cells), empty, *by_dimension, in_rubric)


def weight_sums(cells: Numbers, weights: Numbers, verdicts: Votes, n_cells: int) -> tuple[Numbers, Numbers]:
    """(weight met, weight with a verdict) of each cell: the two sums of rule 4, length n_cells.

    cells, weights, verdicts: one entry a criterion of a cell; cells are numbered from 0. A criterion without
    a vote is in neither sum.
    """
    return _sums(cells, weights, verdicts == MET, n_cells), _sums(
        cells, weights, verdicts != MISSING, n_cells
    )


def dimension_sums(
    cells: Numbers, dimensions: Numbers, weights: Numbers, verdicts: Votes, shape: tuple[int, int]
) -> tuple[Numbers, Numbers]:
    """The same within each dimension (rule 6): two arrays of shape (n_cells, n_dimensions).

    dimensions: the number of each criterion's dimension, from 0.
    """
    n_cells, n_dimensions = shape
    met, voted = weight_sums(cells * n_dimensions + dimensions, weights, verdicts, n_cells * n_dimensions)
    return met.reshape(shape), voted.reshape(shape)


def cell_scores(met: Numbers, voted: Numbers) -> NDArray[np.float64]:
    """Rule 4 for sums of any shape: weight met / weight with a verdict; NaN where nothing has a verdict."""
    scores = np.full(np.shape(met), np.nan)
    np.divide(met, voted, out=scores, where=voted > 0)
    return scores


def judges_of_cells(cells: Numbers, votes: Votes, n_cells: int) -> Numbers:
    """How many different judges voted on at least one criterion of each cell. votes: criteria x judges."""
    ones = np.ones(len(cells), dtype=np.int64)
    by_judge = [_sums(cells, ones, judge != MISSING, n_cells) > 0 for judge in votes.T]
    return np.sum(by_judge, axis=0, dtype=np.int64) if by_judge else np.zeros(n_cells, dtype=np.int64)


def cells_included(judges: Numbers, empty_response: Truths) -> Truths:
    """Rule 5: whether each cell counts in its model's mean: empty, or at least two different judges voted."""
    return empty_response | (judges >= JUDGES_FOR_INCLUSION)


def _sums(cells: Numbers, values: Numbers, counted: Truths, n_cells: int) -> Numbers:
    # Sums of weights stay far below 2**53, so that bincount's floats are exact.
    return np.bincount(cells[counted], weights=values[counted], minlength=n_cells).astype(np.int64)
