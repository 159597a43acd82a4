"""Before and after a discussion: the same pairs labelled twice by the same three clinicians."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.models import Round, RoundPurpose, RoundState
from annotation.verdicts.rules import MISSING
from calibration.ratings import RoundRatings, round_ratings
from calibration.ratings.closed_round import checked_draws
from calibration.stats.agreement.agreement import agreement_summary, estimate_from_ratings
from calibration.stats.agreement.agreement_sums import agreement_sums
from calibration.stats.agreement.coefficients import fleiss_kappa
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

COMPARED = ("fleiss_kappa", "percent_agreement", "gwet_ac1", "prevalence")


@dataclass(frozen=True)
class DiscussionChange:
    """after: the later round. rows: (coefficient, before, after). difference: of Fleiss kappa, after less
    before, paired by task. changed: per rater, how many judgments turned, of how many given both times.
    """

    after: Round
    n_shared: int
    rows: list[tuple[str, Estimate, Estimate]]
    difference: Estimate
    changed: list[tuple[int, int]]


def discussion_changes(round: Round) -> list[DiscussionChange]:
    """One for each closed round that labelled this one's items again after a discussion."""
    again = round.successors.filter(purpose=RoundPurpose.POST_DISCUSSION, state=RoundState.CLOSED)
    later = list(again.order_by("created_at"))
    if not later:
        return []
    before = round_ratings(round)
    changes = [_change(before, round_ratings(after)) for after in later]
    return [change for change in changes if change is not None]


def _change(before: RoundRatings, after: RoundRatings) -> DiscussionChange | None:
    row_of = {unit.key: row for row, unit in enumerate(after.units)}
    rows = [row for row, unit in enumerate(before.units) if unit.key in row_of]
    if not rows or before.rater_ids != after.rater_ids:
        return None
    tasks, numbers = np.unique(before.task_index[rows], return_inverse=True)
    first = before.ratings[rows]
    second = after.ratings[[row_of[before.units[row].key] for row in rows]]
    draws = checked_draws(len(tasks), DEFAULT_DRAWS, DEFAULT_SEED)
    ratings = [Ratings.of(values, numbers) for values in (first, second)]
    earlier, later = (agreement_summary(labelled, draws, COMPARED) for labelled in ratings)
    return DiscussionChange(
        after=after.round,
        n_shared=len(rows),
        rows=[(name, earlier[name], later[name]) for name in COMPARED],
        difference=_difference(ratings[0], ratings[1], draws),
        changed=_changed(first, second),
    )


def _difference(before: Ratings, after: Ratings, draws: Draws) -> Estimate:
    sums = [agreement_sums(ratings) for ratings in (before, after)]
    first, second = (float(fleiss_kappa(of_round.total)) for of_round in sums)
    drawn = fleiss_kappa(sums[1].drawn(draws)) - fleiss_kappa(sums[0].drawn(draws))
    units = (before.per_unit >= 2) & (after.per_unit >= 2)
    return estimate_from_ratings(second - first, drawn, draws, before, units)


def _changed(first: NDArray[np.int8], second: NDArray[np.int8]) -> list[tuple[int, int]]:
    both = (first != MISSING) & (second != MISSING)
    turned = both & (first != second)
    return [(int(turned[:, rater].sum()), int(both[:, rater].sum())) for rater in range(first.shape[1])]
