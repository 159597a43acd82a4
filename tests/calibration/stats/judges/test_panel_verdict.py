"""The verdict of a panel: strict majority of the judges who voted."""

import numpy as np
import pytest

from calibration.stats.judges.panel_verdict import panel_verdicts, vote_report
from calibration.stats.resampling.input_error import StatisticsInputError


@pytest.mark.parametrize(
    ("votes", "verdict"),
    [
        ([1, 1, 0], 1),
        ([1, 0, 0], 0),
        ([1, 1, -1], 1),
        ([1, 0, -1], 0),  # an even split is not met
        ([1, -1, -1], 1),  # one vote decides
        ([0, -1, -1], 0),
        ([-1, -1, -1], -1),  # no vote is null, not "not met"
        ([1, 1, 0, 0], 0),
    ],
)
def test_rule(votes, verdict):
    assert panel_verdicts([votes]).tolist() == [verdict]


def test_report_counts_units_by_votes():
    report = vote_report([[1, 1, 0], [1, 0, -1], [1, 1, -1], [-1, 0, -1], [-1, -1, -1]])
    assert report.units_by_votes == (1, 1, 2, 1)
    assert (report.units_full, report.units_reduced, report.units_no_vote) == (1, 3, 1)
    assert report.ties == 1
    assert report.missing_votes == 0 + 1 + 1 + 2 + 3


def test_no_units_is_an_empty_answer():
    assert panel_verdicts(np.empty((0, 3))).tolist() == []
    assert vote_report(np.empty((0, 3))).units_by_votes == (0, 0, 0, 0)


@pytest.mark.parametrize("votes", [[1, 0, 1], [[1, 2, 0]], [[0.5]], np.empty((3, 0))])
def test_other_votes_are_refused(votes):
    with pytest.raises(StatisticsInputError, match=r"\.$"):
        panel_verdicts(votes)
