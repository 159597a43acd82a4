"""Agreement among clinicians as estimates: all coefficients from one set of sums and one matrix product."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums, agreement_sums
from calibration.stats.agreement.coefficients import (
    fleiss_cuzick,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    negative_agreement,
    pabak,
    package_alpha,
    percent_agreement,
    positive_agreement,
    prevalence,
)
from calibration.stats.agreement.intervals import FACTS
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.headline import EXPANDED_ONLY, Headline
from calibration.stats.resampling.interval import estimate_from_draws, jackknife_interval
from calibration.stats.resampling.studentised import studentised

Coefficient = Callable[[AgreementSums], NDArray[np.float64]]

COEFFICIENTS: dict[str, Coefficient] = {
    "percent_agreement": percent_agreement,
    "fleiss_kappa": fleiss_kappa,
    "gwet_ac1": gwet_ac1,
    "krippendorff_alpha": krippendorff_alpha,
    "pabak": pabak,
    "prevalence": prevalence,
    "positive_agreement": positive_agreement,
    "negative_agreement": negative_agreement,
    "fleiss_cuzick": fleiss_cuzick,
}
SUMMARY = ("percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "pabak", "prevalence")
EVERY = tuple(COEFFICIENTS)


def agreement_summary(ratings: Ratings, draws: Draws, names: Sequence[str] = SUMMARY) -> dict[str, Estimate]:
    """The named coefficients with task-bootstrap intervals; by default those of the agreement command.

    draws: made for ratings.n_tasks tasks. Prevalence, positive and negative agreement need two categories.
    """
    per_task = agreement_sums(ratings)
    drawn, total = per_task.drawn(draws), per_task.total
    return {
        name: estimate_from_ratings(
            _value(name, ratings, total),
            COEFFICIENTS[name](drawn),
            draws,
            ratings,
            _units_of(name, ratings),
            _how(name, per_task, draws),
        )
        for name in names
    }


def estimate_from_ratings(
    value: float | None,
    draw_values: NDArray[np.float64],
    draws: Draws,
    ratings: Ratings,
    units: NDArray[np.bool_],
    how: Headline = EXPANDED_ONLY,
) -> Estimate:
    """An estimate that rests on these units of the ratings, or the reason why there is none."""
    used = {
        "n_units": int(units.sum()),
        "n_tasks": len(np.unique(ratings.tasks[units])),
        "n_ratings": int(ratings.per_unit[units].sum()),
    }
    if value is None or not np.isfinite(value):
        return no_estimate(why_undefined(ratings), **used)
    return estimate_from_draws(value, draw_values, draws, **used, how=how)


def _how(name: str, per_task: AgreementSums, draws: Draws) -> Headline:
    """What the headline interval of a coefficient is made from."""
    facts, q, scale = FACTS[name], per_task.q, per_task.scale

    def of_sums(table: NDArray[np.float64]) -> NDArray[np.float64]:
        return COEFFICIENTS[name](AgreementSums(table, q, scale))

    with np.errstate(invalid="ignore", divide="ignore"):
        by_chance = None if facts.by_chance is None else float(facts.by_chance(per_task.total))
    return Headline(
        facts.scale, lambda: studentised(of_sums, per_task.table, draws, facts.columns(q)), by_chance
    )


def why_undefined(ratings: Ratings) -> str:
    """The reason a coefficient has no value on these ratings."""
    if not ratings.per_unit.any():
        return reasons.NO_DATA
    if not (ratings.per_unit >= 2).any():
        return reasons.NO_UNIT_WITH_TWO_RATINGS
    return reasons.ONE_CATEGORY


def agreement_jackknife(
    ratings: Ratings, names: Sequence[str] = SUMMARY
) -> dict[str, tuple[float | None, float | None]]:
    """Delete-one-task jackknife intervals of the same coefficients, to stand beside the bootstrap."""
    per_task = agreement_sums(ratings)
    total, left_out = per_task.total, per_task.left_out
    intervals = {}
    for name in names:
        coefficient = COEFFICIENTS[name]
        intervals[name] = jackknife_interval(float(coefficient(total)), coefficient(left_out))
    return intervals


def _value(name: str, ratings: Ratings, total: AgreementSums) -> float | None:
    if name == "krippendorff_alpha":
        return package_alpha(ratings)
    return float(COEFFICIENTS[name](total))


def _units_of(name: str, ratings: Ratings) -> NDArray[np.bool_]:
    """Which units a coefficient rests on: prevalence on rated ones, all others on pairs of ratings."""
    return ratings.per_unit >= (1 if name == "prevalence" else 2)
