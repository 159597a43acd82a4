"""Manifests are verified by the rules of their day, which a later day must not change."""

import numpy as np
import pytest

from annotation.base.errors import BadInputError
from calibration.panels.earlier_rules import CURRENT, FIRST, RULES, version_as_json, version_of
from calibration.stats.ranking.ranking import rank_panels


@pytest.fixture(scope="module")
def ranking():
    """Two judges who say the same; the dear one gave all 400 votes, the cheap one all but one."""
    gold = np.tile([0, 1], 200)
    votes = np.stack([gold, gold, gold], axis=1)
    votes[::4, :2] = 1 - votes[::4, :2]
    votes[::2, 2] = 1 - votes[::2, 2]
    votes[0, 1] = -1
    names, costs = ["dear", "cheap", "bad"], [9.0, 1.0, 0.1]
    return rank_panels(votes, gold, np.arange(400) % 40, names, costs, size=1, draws=300)


def test_a_single_missing_vote_decided_then_and_decides_nothing_now(ranking):
    assert RULES[FIRST].recommended(ranking) == ("dear",)
    assert RULES[CURRENT].recommended(ranking) == ("cheap",) == ranking.recommended


def test_each_version_has_its_own_words():
    assert "fewest missing votes, then" in RULES[FIRST].text
    assert "fewest missing votes (differences under .5 % of the pairs count as equal), then" in RULES[2].text


def test_the_first_rules_have_no_number_in_a_manifest():
    assert (version_as_json(FIRST), version_as_json(CURRENT)) == ({}, {"version": 2})
    assert (version_of({}), version_of({"version": 2})) == (FIRST, CURRENT)


@pytest.mark.parametrize("version", [0, 3, True, "2", None])
def test_rules_that_are_not_known_are_refused(version):
    with pytest.raises(BadInputError, match="is not known here"):
        version_of({"version": version})
