"""Agreement in a closed round: computed once, kept for the next reader; page, CSV and --json render it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from annotation.base.array_cache import cached_result
from annotation.base.errors import BadInputError
from annotation.models import LabelValue, Round
from calibration.ratings import SLICES, RoundRatings, in_order
from calibration.ratings.closed_round import checked_draws, closed_ratings
from calibration.stats.agreement.agreement import EVERY, agreement_jackknife, agreement_summary
from calibration.stats.agreement.contested import Contested, most_contested
from calibration.stats.agreement.label_distribution import LabelCounts, label_distribution
from calibration.stats.agreement.pairwise import PairAgreement, each_against_the_rest, each_pair
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.agreement.slices import agreement_by
from calibration.stats.resampling.cautions import cautions, few_tasks
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

LABELS = (*LabelValue.values, "")
Estimates = dict[str, Estimate]
Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Slice:
    """One slice: its coefficients, and a caution where it rests on few tasks."""

    name: str
    estimates: Estimates
    caution: str | None


@dataclass(frozen=True)
class AgreementReport:
    """Agreement of a round's clinicians.

    n_units: units with a label, of all n_found of the round. n_used: units with at least two judgments.
    is_complete: whether no judgment is missing anywhere, so that both forms of Fleiss kappa agree. overall:
    every coefficient. by: the slices of each variable asked for, in the order of the vocabulary, otherwise of
    the alphabet. draws, seed: of the intervals.
    """

    round: Round
    n_units: int
    n_found: int
    n_used: int
    n_tasks: int
    n_raters: int
    is_complete: bool
    overall: Estimates
    by: dict[str, list[Slice]]
    labels_sha256: str
    draws: int
    seed: int

    @property
    def cautions(self) -> list[str]:
        """Every caution about the coefficients overall, each once."""
        return sorted({text for estimate in self.overall.values() for text in cautions(estimate, self.draws)})


@dataclass(frozen=True)
class RaterReport:
    """Beside the coefficients: the raters one by one, and where they disagree.

    jackknife: the other interval, by coefficient. labels: how often each rater used each. contested: labelled
    by the criterion's primary key, most first.
    """

    jackknife: dict[str, Interval]
    pairs: list[PairAgreement]
    rest: list[PairAgreement]
    labels: list[LabelCounts]
    contested: list[Contested]


def agreement_report(
    round: Round, by: Sequence[str] = (), draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED
) -> AgreementReport:
    """Agreement of the round's clinicians, overall and by some of SLICES.

    Only for a closed round: before that, raters are blind to each other. Raises BadInputError otherwise, and
    for a round without units, an unknown slice, or draws and seeds out of range.
    """
    _check_slices(by)
    return _report(round, _Ratings(closed_ratings(round), draws, seed), by)


def agreement_and_raters(round: Round, by: Sequence[str]) -> tuple[AgreementReport, RaterReport]:
    """Both reports of a closed round with the usual draws, its labels read once."""
    _check_slices(by)
    ratings = _Ratings(closed_ratings(round), DEFAULT_DRAWS, DEFAULT_SEED)
    raters = ratings.cached("raters", RaterReport, lambda drawn: _raters(ratings, drawn))
    return _report(round, ratings, by), raters


def _check_slices(by: Sequence[str]) -> None:
    for name in by:
        if name not in SLICES:
            raise BadInputError(f"Agreement can be shown by {', '.join(SLICES)}; {name!r} is none of these.")


def _report(round: Round, ratings: "_Ratings", by: Sequence[str]) -> AgreementReport:
    rated = ratings.ratings
    draws, seed = ratings.draws
    return AgreementReport(
        round=round,
        n_units=ratings.round_ratings.n_labelled,
        n_found=len(ratings.round_ratings.units),
        n_used=int((rated.per_unit >= 2).sum()),
        n_tasks=len(ratings.round_ratings.tasks),
        n_raters=rated.n_raters,
        is_complete=bool((rated.per_unit == rated.n_raters).all()),
        overall=ratings.cached("overall", Estimates, lambda drawn: agreement_summary(rated, drawn, EVERY)),
        by={name: _slices(ratings, name) for name in by},
        labels_sha256=ratings.cached("labels-hash", str, lambda _: ratings.round_ratings.labels_sha256),
        draws=draws,
        seed=seed,
    )


class _Ratings:
    """The ratings of a round, and what is computed from them."""

    def __init__(self, round_ratings: RoundRatings, draws: int, seed: int) -> None:
        self.round_ratings = round_ratings
        self.ratings = Ratings.of(round_ratings.ratings, round_ratings.task_index)
        self.draws = draws, seed

    def cached(self, part: str, kind: Any, compute: Callable[[Draws], Any]) -> Any:
        """A part of the report, of type `kind`, by the stamp of the round; of the usual draws alone."""
        labelled = self.round_ratings
        stamp = labelled.stamp if self.draws == (DEFAULT_DRAWS, DEFAULT_SEED) else None
        return cached_result(
            f"round-{labelled.round.pk}/agreement-{part}",
            stamp,
            kind,
            lambda: compute(checked_draws(len(labelled.tasks), *self.draws)),
        )


def _slices(ratings: _Ratings, by: str) -> list[Slice]:
    def compute(draws: Draws) -> list[Slice]:
        slices = agreement_by(ratings.ratings, ratings.round_ratings.slice_labels(by), draws)
        return [
            Slice(name, slices[name], _caution(slices[name]["prevalence"])) for name in in_order(by, slices)
        ]

    return ratings.cached(f"by-{by}", list[Slice], compute)


def _caution(rated: Estimate) -> str | None:
    return None if rated.value is None else few_tasks(rated.n_tasks)


def _raters(cached: _Ratings, draws: Draws) -> RaterReport:
    ratings, labelled = cached.ratings, cached.round_ratings
    enough = ratings.n_raters >= 2
    criteria = np.array([unit.criterion_id for unit in labelled.units], dtype=np.str_)
    return RaterReport(
        jackknife=agreement_jackknife(ratings, EVERY),
        pairs=each_pair(ratings, draws) if enough else [],
        rest=each_against_the_rest(ratings, draws) if enough else [],
        labels=label_distribution(labelled.states.tolist(), LABELS),
        contested=[
            criterion for criterion in most_contested(ratings, criteria) if criterion.disagreement > 0
        ],
    )
