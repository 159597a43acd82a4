"""Everything the agreement page of a closed round shows, computed once and kept for the next reader."""

from dataclasses import dataclass

import numpy as np
from django.core.cache import cache

from annotation.models import LabelValue, Round
from annotation.tables.canonical import sha256_of
from calibration.ratings import RoundFrame, in_order
from calibration.ratings.closed_round import checked_draws, closed_frame
from calibration.stats.agreement.agreement import EVERY, agreement_jackknife, agreement_summary
from calibration.stats.agreement.contested import Contested, most_contested
from calibration.stats.agreement.label_distribution import LabelCounts, label_distribution
from calibration.stats.agreement.pairwise import PairAgreement, each_against_the_rest, each_pair
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.agreement.slices import agreement_by
from calibration.stats.resampling.cautions import cautions, few_tasks
from calibration.stats.resampling.draws import DEFAULT_DRAWS, DEFAULT_SEED, Draws
from calibration.stats.resampling.estimate import Estimate

HOUR = 3600
SAID = (*LabelValue.values, "")
Estimates = dict[str, Estimate]
Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Agreement:
    """Agreement in a closed round. n_used: pairs of response and criterion with at least two judgments.

    jackknife: the other interval, by coefficient. is_complete: whether no judgment is missing anywhere, so
    that both forms of Fleiss kappa agree. contested: labelled by the criterion's primary key.
    """

    n_found: int
    n_used: int
    n_tasks: int
    n_raters: int
    is_complete: bool
    overall: Estimates
    jackknife: dict[str, Interval]
    pairs: list[PairAgreement]
    rest: list[PairAgreement]
    said: list[LabelCounts]
    contested: list[Contested]
    cautions: list[str]
    labels_sha256: str


@dataclass(frozen=True)
class Slice:
    """One slice: its coefficients, and a caution where it rests on few tasks."""

    name: str
    estimates: Estimates
    caution: str | None


def agreement_of(round: Round) -> Agreement:
    """Agreement of the round's clinicians. Raises BadInputError while the round is not closed or is empty."""
    frame = closed_frame(round)
    return _kept(frame, "whole", lambda ratings, draws: _whole(frame, ratings, draws))


def slices_of(round: Round, by: str) -> list[Slice]:
    """The coefficients in each slice, in the order of the vocabulary, otherwise of the alphabet."""
    frame = closed_frame(round)

    def compute(ratings: Ratings, draws: Draws) -> list[Slice]:
        found = agreement_by(ratings, frame.slice_labels(by), draws)
        return [
            Slice(name, found[name], few_tasks(found[name]["prevalence"].n_tasks))
            for name in in_order(by, found)
        ]

    return _kept(frame, by, compute)


def _kept(frame: RoundFrame, what: str, compute):
    """The computed value, from the cache when the same labels on the same rubrics were asked for before."""
    key = "agreement-" + sha256_of([frame.round.pk, what, frame.labels_sha256, frame.rubrics_sha256])
    found = cache.get(key)
    if found is None:
        draws = checked_draws(len(frame.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
        found = compute(Ratings.of(frame.ratings, frame.task_index), draws)
        cache.set(key, found, HOUR)
    return found


def _whole(frame: RoundFrame, ratings: Ratings, draws: Draws) -> Agreement:
    overall = agreement_summary(ratings, draws, EVERY)
    enough = ratings.n_raters >= 2
    criteria = np.array([unit.criterion_id for unit in frame.units], dtype=np.str_)
    found = {caution for estimate in overall.values() for caution in cautions(estimate, draws.n_draws)}
    return Agreement(
        n_found=len(frame.units),
        n_used=int((ratings.per_unit >= 2).sum()),
        n_tasks=len(frame.tasks),
        n_raters=ratings.n_raters,
        is_complete=bool((ratings.per_unit == ratings.n_raters).all()),
        overall=overall,
        jackknife=agreement_jackknife(ratings, EVERY),
        pairs=each_pair(ratings, draws) if enough else [],
        rest=each_against_the_rest(ratings, draws) if enough else [],
        said=label_distribution(frame.states.tolist(), SAID),
        contested=[one for one in most_contested(ratings, criteria) if one.disagreement > 0],
        cautions=sorted(found),
        labels_sha256=frame.labels_sha256,
    )
