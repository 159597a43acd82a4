"""The rules about scores, one at a time and in tables; every expected number is worked out by hand."""

import numpy as np
import pytest

from calibration.stats.judges import panel_verdict as ranking
from scoring.rules import (
    MET,
    MISSING,
    NOT_MET,
    cell_included,
    cell_score,
    cell_scores,
    cells_included,
    clinician_majorities,
    clinician_majority,
    dimension_sums,
    is_empty_response,
    judges_of_cells,
    panel_verdict,
    panel_verdicts,
    weight_sums,
)

T, F, N = True, False, None

UNITS = [
    # votes, clinicians' majority, panel verdict
    ((T, T, T), T, T),
    ((T, T, F), T, T),
    ((F, F, T), F, F),
    ((T, F, N), N, F),
    ((N, N, T), T, T),
    ((F, N, N), F, F),
    ((N, N, N), N, N),
    ((T, T, F, F), N, F),
]


def as_number(vote: bool | None) -> int:
    return {True: MET, False: NOT_MET, None: MISSING}[vote]


@pytest.mark.parametrize(("votes", "majority", "verdict"), UNITS)
def test_majority_and_verdict(votes, majority, verdict):
    assert clinician_majority(votes) is majority
    assert panel_verdict(votes) is verdict
    assert panel_verdict(votes, empty_response=True) is False


@pytest.mark.parametrize(("votes", "majority", "verdict"), UNITS)
def test_tables_agree_with_single_units_and_with_the_ranking(votes, majority, verdict):
    matrix = np.array([[as_number(vote) for vote in votes]], dtype=np.int8)
    assert clinician_majorities(matrix).tolist() == [as_number(majority)]
    assert panel_verdicts(matrix).tolist() == [as_number(verdict)]
    assert ranking.panel_verdicts(matrix).tolist() == [as_number(verdict)]


@pytest.mark.parametrize(
    ("text", "empty"), [("", True), (" \n\t", True), ("\u3000\u00a0", True), (".", False), (" a ", False)]
)
def test_blank_after_trimming_is_empty(text, empty):
    assert is_empty_response(text) is empty


def test_score_is_weight_met_over_weight_with_a_verdict():
    # 8 met + 3 not met + 5 without a vote: 8 / 11
    assert cell_score([8, 3, 5], [True, False, None]) == pytest.approx(8 / 11)


def test_no_verdict_at_all_is_no_score():
    assert cell_score([8, 3], [None, None]) is None


def test_an_empty_response_scores_0_over_its_full_weight_whatever_the_votes():
    verdicts = [panel_verdict(votes, empty_response=True) for votes in ([T, T, T], [N, N, N])]
    assert cell_score([8, 3], verdicts) == 0.0
    assert cell_included(n_judges=0, empty_response=True)


def test_one_judge_is_not_enough():
    assert not cell_included(n_judges=0, empty_response=False)
    assert not cell_included(n_judges=1, empty_response=False)
    assert cell_included(n_judges=2, empty_response=False)


class TestTables:
    """Three cells: 0 with full votes, 1 with one judge's votes only, 2 without any vote."""

    cells = np.array([0, 0, 0, 1, 1, 2])
    weights = np.array([8, 3, 5, 2, 7, 4])
    votes = np.array(
        [[1, 1, 0], [1, 0, -1], [-1, -1, -1], [-1, 1, -1], [-1, 0, -1], [-1, -1, -1]], dtype=np.int8
    )

    def test_sums_and_scores(self):
        met, voted = weight_sums(self.cells, self.weights, panel_verdicts(self.votes), 3)
        assert met.tolist() == [8, 2, 0]
        assert voted.tolist() == [11, 9, 0]
        assert cell_scores(met, voted)[:2].tolist() == [8 / 11, 2 / 9]
        assert np.isnan(cell_scores(met, voted)[2])

    def test_sums_within_a_dimension(self):
        dimensions = np.array([0, 1, 0, 0, 1, 1])
        met, voted = dimension_sums(self.cells, dimensions, self.weights, panel_verdicts(self.votes), (3, 2))
        assert met.tolist() == [[8, 0], [2, 0], [0, 0]]
        assert voted.tolist() == [[8, 3], [2, 7], [0, 0]]

    def test_judges_are_counted_over_the_cell(self):
        # two judges who voted on different criteria are two judges
        split = np.array([[1, -1, -1], [-1, 1, -1]], dtype=np.int8)
        assert judges_of_cells(np.array([0, 0]), split, 1).tolist() == [2]
        assert judges_of_cells(self.cells, self.votes, 3).tolist() == [3, 1, 0]

    def test_which_cells_count(self):
        judges = judges_of_cells(self.cells, self.votes, 3)
        assert cells_included(judges, np.array([False, False, False])).tolist() == [True, False, False]
        assert cells_included(judges, np.array([False, False, True])).tolist() == [True, False, True]
