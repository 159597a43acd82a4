"""The majority of clinicians and the verdict of a panel, one unit and a table at a time, by hand."""

import numpy as np
import pytest

from annotation.verdicts.emptiness import is_empty_response, was_received
from annotation.verdicts.rules import (
    MET,
    MISSING,
    NOT_MET,
    clinician_majorities,
    clinician_majority,
    panel_verdict,
    panel_verdicts,
    votes_cast,
    votes_for_met,
)
from annotation.vocabulary import RESPONSE_STATUSES

T, F, N = True, False, None

UNITS = [
    # votes, clinicians' majority, panel verdict
    ((T, T, T), T, T),
    ((T, T, F), T, T),
    ((F, F, T), F, F),
    ((T, T, N), T, T),
    ((T, F, N), N, F),  # one against one: undecided for clinicians, not met for a panel
    ((N, N, T), T, T),  # one vote decides
    ((F, N, N), F, F),
    ((N, N, N), N, N),  # no vote is null, not "not met"
    ((T, T, F, F), N, F),
]


def as_number(vote: bool | None) -> int:
    return {True: MET, False: NOT_MET, None: MISSING}[vote]


@pytest.mark.parametrize(("votes", "majority", "verdict"), UNITS)
def test_one_unit(votes, majority, verdict):
    assert clinician_majority(votes) is majority
    assert panel_verdict(votes) is verdict
    assert panel_verdict(votes, empty_response=True) is False


@pytest.mark.parametrize(("votes", "majority", "verdict"), UNITS)
def test_tables(votes, majority, verdict):
    matrix = np.array([[as_number(vote) for vote in votes]], dtype=np.int8)
    assert clinician_majorities(matrix).tolist() == [as_number(majority)]
    assert panel_verdicts(matrix).tolist() == [as_number(verdict)]
    assert panel_verdicts(matrix, np.array([True])).tolist() == [NOT_MET]


def test_a_plurality_of_three_categories_is_not_a_majority():
    labels = np.array([[0, 1, 2, 2], [2, 1, 2, 2], [-1, 1, 1, -1]], dtype=np.int8)
    assert clinician_majorities(labels, n_categories=3).tolist() == [MISSING, 2, 1]
    assert clinician_majority(["a", "b", "c", "c"]) is None


def test_no_units_give_no_verdicts():
    empty = np.empty((0, 3), dtype=np.int8)
    assert clinician_majorities(empty).tolist() == []
    assert panel_verdicts(empty).tolist() == []


def test_votes_are_counted():
    matrix = np.array([[1, 0, -1], [1, 1, 1]], dtype=np.int8)
    assert votes_cast(matrix).tolist() == [2, 3]
    assert votes_for_met(matrix).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("text", "blank"), [("", True), (" \n\t", True), ("\u3000\u00a0", True), (".", False), (" a ", False)]
)
def test_blank_after_trimming_is_empty_and_an_error_without_text_was_never_received(text, blank):
    for status in RESPONSE_STATUSES:
        lost = blank and status == "error"
        assert is_empty_response(text, status) is (blank and not lost)
        assert was_received(text, status) is not lost
