"""The majority of clinicians and the verdict of a panel, by hand."""

import numpy as np
import pandas as pd
import pytest

from annotation.tables.verdicts import (
    MET,
    MISSING,
    NOT_MET,
    as_booleans,
    clinician_majorities,
    panel_verdicts,
    vote_matrix,
    votes_cast,
    votes_for_met,
)

# votes, the clinicians' majority, the panel's verdict
CASES = [
    ([1, 1, 1], MET, MET),
    ([1, 1, 0], MET, MET),
    ([1, 0, 0], NOT_MET, NOT_MET),
    ([1, 0, -1], MISSING, NOT_MET),  # one against one: undecided for clinicians, not met for a panel
    ([1, -1, -1], MET, MET),
    ([0, -1, -1], NOT_MET, NOT_MET),
    ([-1, -1, -1], MISSING, MISSING),
]


@pytest.mark.parametrize(("votes", "majority", "verdict"), CASES)
def test_by_hand(votes, majority, verdict):
    matrix = np.array([votes], dtype=np.int8)
    assert clinician_majorities(matrix).tolist() == [majority]
    assert panel_verdicts(matrix).tolist() == [verdict]
    assert panel_verdicts(matrix, np.array([True])).tolist() == [NOT_MET]


def test_votes_are_counted():
    matrix = np.array([[1, 0, -1], [1, 1, 1]], dtype=np.int8)
    assert votes_cast(matrix).tolist() == [2, 3]
    assert votes_for_met(matrix).tolist() == [1, 3]


def test_columns_become_votes_and_back():
    frame = pd.DataFrame({"a": pd.array([True, None, False], dtype="boolean")})
    matrix = vote_matrix(frame, ["a"])
    assert matrix.tolist() == [[1], [-1], [0]]
    pd.testing.assert_extension_array_equal(as_booleans(matrix[:, 0]), frame["a"].array)
