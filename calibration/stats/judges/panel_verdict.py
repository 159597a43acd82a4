"""The verdict of a panel, the same in ranking and in grading, and how many votes stood behind it.

Rule (DESIGN.md 5.2): strict majority of the judges who returned a vote; an even split is not met; no vote
is null.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.resampling.input_error import StatisticsInputError

NO_VOTE = -1


@dataclass(frozen=True)
class VoteReport:
    """How complete the votes of one panel were.

    units_by_votes: length k+1; entry v is the number of units on which exactly v judges voted.
    ties: units with as many met as not met votes (their verdict is not met).
    """

    units_by_votes: tuple[int, ...]
    ties: int

    @property
    def units_full(self) -> int:
        return self.units_by_votes[-1]

    @property
    def units_no_vote(self) -> int:
        return self.units_by_votes[0]

    @property
    def units_reduced(self) -> int:
        """Units with at least one vote but not all."""
        return sum(self.units_by_votes[1:-1])

    @property
    def missing_votes(self) -> int:
        size = len(self.units_by_votes) - 1
        return sum((size - votes) * units for votes, units in enumerate(self.units_by_votes))


def panel_verdicts(votes: ArrayLike) -> NDArray[np.int8]:
    """Verdict of each unit: 1 met, 0 not met, -1 null.

    votes: U x k, one column a judge: 1 met, 0 not met, -1 no vote. Raises StatisticsInputError for
    anything else.
    """
    votes = _checked(votes)
    met = (votes == 1).sum(axis=1)
    voted = (votes != NO_VOTE).sum(axis=1)
    return np.where(voted == 0, NO_VOTE, 2 * met > voted).astype(np.int8)


def vote_report(votes: ArrayLike) -> VoteReport:
    """Units by number of votes, and ties. votes as in `panel_verdicts`."""
    votes = _checked(votes)
    voted = (votes != NO_VOTE).sum(axis=1)
    tied = (2 * (votes == 1).sum(axis=1) == voted) & (voted > 0)
    by_votes = np.bincount(voted, minlength=votes.shape[1] + 1)
    return VoteReport(tuple(int(units) for units in by_votes), int(tied.sum()))


def _checked(votes: ArrayLike) -> NDArray[np.int8]:
    votes = np.asarray(votes)
    if votes.ndim != 2 or votes.shape[1] < 1:
        raise StatisticsInputError("Votes must be a table with one row a unit and at least one judge.")
    if not np.isin(votes, (NO_VOTE, 0, 1)).all():
        raise StatisticsInputError("A vote is 1 (met), 0 (not met) or -1 (no vote).")
    return votes.astype(np.int8)
