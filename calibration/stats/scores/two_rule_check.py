"""Whether it matters that judges who did not vote are left out of the majority."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from annotation.verdicts.rules import is_met
from calibration.stats.resampling.input_error import StatisticsInputError


@dataclass(frozen=True)
class TwoRuleCheck:
    """n_verdicts: judgments with at least one vote. n_changed: those that turn from met to not met when
    judges without a vote stay in the denominator. n_without_vote: judgments without a vote, which have no
    verdict.
    """

    n_verdicts: int
    n_changed: int
    n_without_vote: int

    @property
    def share_changed(self) -> float | None:
        return self.n_changed / self.n_verdicts if self.n_verdicts else None


def two_rule_check(votes_met: ArrayLike, judges_voting: ArrayLike, panel_size: int) -> TwoRuleCheck:
    """Compare "more than half of the judges who voted" with "more than half of the panel".

    votes_met, judges_voting: length V, one a judgment. panel_size: judges in the panel.
    Raises StatisticsInputError unless 0 <= votes_met <= judges_voting <= panel_size everywhere.
    """
    met, voting = np.asarray(votes_met, dtype=np.int64), np.asarray(judges_voting, dtype=np.int64)
    if met.shape != voting.shape:
        raise StatisticsInputError("Each judgment needs both its votes for met and its number of votes.")
    wrong = np.flatnonzero((met < 0) | (met > voting) | (voting > panel_size))
    if wrong.size:
        row = wrong[0]
        raise StatisticsInputError(
            f"Judgment {row + 1} has {met[row]} votes for met of {voting[row]} votes "
            f"in a panel of {panel_size}."
        )
    changed = is_met(met, voting) & ~is_met(met, panel_size)
    without = int((voting == 0).sum())
    return TwoRuleCheck(met.size - without, int(changed.sum()), without)
