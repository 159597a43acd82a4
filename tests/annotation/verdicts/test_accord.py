"""How far three raters agree, on a criterion and on a long conversation; by hand."""

import pytest

from annotation.verdicts.accord import Accord, accord_of, is_contested, majority_of


@pytest.mark.parametrize(
    ("labels", "accord", "majority"),
    [
        (["met", "met", "met"], Accord.UNANIMOUS, "met"),
        (["not_met", "not_met", "not_met"], Accord.UNANIMOUS, "not_met"),
        (["met", "not_met", "met"], Accord.TWO_TO_ONE, "met"),
        (["met", "met", "cannot_judge"], Accord.PARTLY, "met"),
        (["not_met", None, None], Accord.PARTLY, "not_met"),
        (["met", "not_met", "cannot_judge"], Accord.UNDECIDED, None),
        (["met", "not_met", None], Accord.UNDECIDED, None),
        (["cannot_judge"] * 3, Accord.UNDECIDED, None),
        ([None] * 3, Accord.UNDECIDED, None),
        ([], Accord.UNDECIDED, None),
        # on a long conversation, where a rater chooses among other words
        (["v", "v", "v"], Accord.UNANIMOUS, "v"),
        (["v", "n", "v"], Accord.TWO_TO_ONE, "v"),
        (["v", "v", "cannot judge"], Accord.PARTLY, "v"),
        (["v", "n", "cannot judge"], Accord.UNDECIDED, None),
        (["v", "n", "m"], Accord.UNDECIDED, None),
        (["cannot judge"] * 3, Accord.UNDECIDED, None),
    ],
)
def test_accord_and_majority(labels, accord, majority):
    assert accord_of(labels) == accord
    assert majority_of(labels) == majority
    assert is_contested(labels) is (accord != Accord.UNANIMOUS)
