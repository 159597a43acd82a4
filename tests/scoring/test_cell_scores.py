"""The rules about scores; every expected number is worked out by hand."""

import numpy as np
import pytest

from annotation.verdicts.rules import panel_verdicts
from scoring.cell_scores import (
    cell_scores,
    cells_included,
    dimension_sums,
    judges_of_cells,
    score_cells,
    weight_sums,
)

CELLS = np.array([0, 0, 0, 1, 1, 2])
WEIGHTS = np.array([8, 3, 5, 2, 7, 4])
DIMENSIONS = np.array([0, 1, 0, 0, 1, 1])
# Cell 0 has full votes on two criteria and none on the third, cell 1 one judge's votes only, cell 2 no vote.
VOTES = np.array([[1, 1, 0], [1, 0, -1], [-1, -1, -1], [-1, 1, -1], [-1, 0, -1], [-1, -1, -1]], dtype=np.int8)
NOT_EMPTY = np.zeros(6, dtype=bool)


def test_score_is_weight_met_over_weight_with_a_verdict():
    met, voted = weight_sums(CELLS, WEIGHTS, panel_verdicts(VOTES), 3)
    assert met.tolist() == [8, 2, 0]
    assert voted.tolist() == [11, 9, 0]
    assert cell_scores(met, voted)[:2].tolist() == [8 / 11, 2 / 9]
    assert np.isnan(cell_scores(met, voted)[2])


def test_sums_within_a_dimension():
    met, voted = dimension_sums(CELLS, DIMENSIONS, WEIGHTS, panel_verdicts(VOTES), (3, 2))
    assert met.tolist() == [[8, 0], [2, 0], [0, 0]]
    assert voted.tolist() == [[8, 3], [2, 7], [0, 0]]


def test_judges_are_counted_over_the_cell():
    # two judges who voted on different criteria are two judges
    split = np.array([[1, -1, -1], [-1, 1, -1]], dtype=np.int8)
    assert judges_of_cells(np.array([0, 0]), split, 1).tolist() == [2]
    assert judges_of_cells(CELLS, VOTES, 3).tolist() == [3, 1, 0]


def test_two_judges_or_an_empty_response_count():
    judges = np.array([0, 1, 2, 0])
    assert cells_included(judges, np.array([False, False, False, True])).tolist() == [
        False,
        False,
        True,
        True,
    ]


def test_cells_of_a_table():
    cells = score_cells(CELLS, VOTES, WEIGHTS, DIMENSIONS, NOT_EMPTY, 3)
    assert (cells.met.tolist(), cells.voted.tolist()) == ([8, 2, 0], [11, 9, 0])
    assert cells.judges.tolist() == [3, 1, 0]
    assert cells.included.tolist() == [True, False, False]
    assert cells.dimension_met[:, :2].tolist() == [[8, 0], [2, 0], [0, 0]]
    assert cells.dimension_voted[:, :2].tolist() == [[8, 3], [2, 7], [0, 0]]
    assert cells.in_rubric[:, :3].tolist() == [[True, True, False], [True, True, False], [False, True, False]]


@pytest.mark.parametrize(("met", "voted", "score"), [(1, 1, 1.0), (0, 1, 0.0), (1, 2, 0.5), (0, 2, 0.0)])
def test_a_single_criterion_of_weight_1_makes_a_score(met, voted, score):
    assert cell_scores(np.array([met]), np.array([voted])).tolist() == [score]


def test_without_a_verdict_there_is_no_score():
    assert np.isnan(cell_scores(np.array([0]), np.array([0]))).tolist() == [True]


def test_an_empty_response_scores_0_over_its_full_weight_whatever_the_votes():
    cells = score_cells(CELLS, VOTES, WEIGHTS, DIMENSIONS, CELLS != 1, 3)
    assert cells.scores.tolist() == [0.0, 2 / 9, 0.0]
    assert cells.voted.tolist() == [16, 9, 4]
    assert cells.included.tolist() == [True, False, True]
    assert cells.empty.tolist() == [True, False, True]
