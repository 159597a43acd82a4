"""The rules about scores, DESIGN.md section 5: one unit or cell at a time in words, and whole tables at once.

Votes are True, False or None (no vote) one at a time; in tables an int8 matrix of MET, NOT_MET and MISSING.
Pure.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from annotation.tables.verdicts import (
    MET,
    MISSING,
    NOT_MET,
    Votes,
    clinician_majorities,
    panel_verdicts,
    votes_cast,
    votes_for_met,
)

__all__ = [
    "JUDGES_FOR_INCLUSION",
    "MET",
    "MISSING",
    "NOT_MET",
    "cell_included",
    "cell_score",
    "cell_scores",
    "cells_included",
    "clinician_majorities",
    "clinician_majority",
    "dimension_sums",
    "is_empty_response",
    "judges_of_cells",
    "panel_verdict",
    "panel_verdicts",
    "votes_cast",
    "votes_for_met",
    "weight_sums",
]

JUDGES_FOR_INCLUSION = 2

Numbers = NDArray[np.int64]


def is_empty_response(final_turn: str) -> bool:
    """Rule 3: whether the final turn is blank after trimming."""
    return not final_turn.strip()


def clinician_majority(labels: Iterable[bool | None]) -> bool | None:
    """Rule 1: strict majority of those who judged; None (undecided) on an even split or without a label."""
    given = [label for label in labels if label is not None]
    met = sum(given)
    if 2 * met == len(given):
        return None
    return 2 * met > len(given)


def panel_verdict(votes: Iterable[bool | None], empty_response: bool = False) -> bool | None:
    """Rule 2: strict majority of the judges who voted, an even split is not met, None when nobody voted.

    Rule 3: nothing is met in an empty response, whatever the judges said.
    """
    if empty_response:
        return False
    given = [vote for vote in votes if vote is not None]
    return 2 * sum(given) > len(given) if given else None


def cell_score(weights: Sequence[int], verdicts: Sequence[bool | None]) -> float | None:
    """Rule 4: weight of the criteria met / weight of those with a verdict; None when none has a verdict.

    weights, verdicts: one for each criterion of the cell, verdicts by `panel_verdict`.
    """
    voted = sum(weight for weight, verdict in zip(weights, verdicts, strict=True) if verdict is not None)
    met = sum(weight for weight, verdict in zip(weights, verdicts, strict=True) if verdict)
    return met / voted if voted else None


def cell_included(n_judges: int, empty_response: bool) -> bool:
    """Rule 5: whether a cell counts in its model's mean.

    n_judges: how many different judges voted on at least one of the cell's criteria.
    """
    return empty_response or n_judges >= JUDGES_FOR_INCLUSION


def weight_sums(cells: Numbers, weights: Numbers, verdicts: Votes, n_cells: int) -> tuple[Numbers, Numbers]:
    """(weight met, weight with a verdict) of each cell: the two sums of rule 4, length n_cells.

    cells, weights, verdicts: one entry a criterion of a cell; cells are numbered from 0.
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
    """Rule 4 for sums of any shape; NaN where nothing has a verdict."""
    scores = np.full(np.shape(met), np.nan)
    np.divide(met, voted, out=scores, where=voted > 0)
    return scores


def judges_of_cells(cells: Numbers, votes: Votes, n_cells: int) -> Numbers:
    """How many different judges voted on at least one criterion of each cell. votes: criteria x judges."""
    ones = np.ones(len(cells), dtype=np.int64)
    by_judge = [_sums(cells, ones, judge != MISSING, n_cells) > 0 for judge in votes.T]
    return np.sum(by_judge, axis=0, dtype=np.int64) if by_judge else np.zeros(n_cells, dtype=np.int64)


def cells_included(judges: Numbers, empty_response: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rule 5 for each cell."""
    return empty_response | (judges >= JUDGES_FOR_INCLUSION)


def _sums(cells: Numbers, values: Numbers, counted: NDArray[np.bool_], n_cells: int) -> Numbers:
    # Sums of weights stay far below 2**53, so that bincount's floats are exact.
    return np.bincount(cells[counted], weights=values[counted], minlength=n_cells).astype(np.int64)
