"""Two raters compared: each pair of clinicians, and each clinician with the majority of the others."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import MISSING, clinician_majorities
from calibration.stats.agreement.agreement import agreement_summary, estimate_from_ratings
from calibration.stats.agreement.coefficients import cohen_kappa
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.by_task import sum_by_task
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.headline import Headline
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.no_variation import KAPPA
from calibration.stats.resampling.ratio import ratio
from calibration.stats.resampling.reasons import MORE_THAN_TWO_LABELS
from calibration.stats.resampling.studentised import studentised

BESIDE_KAPPA = (
    "percent_agreement",
    "positive_agreement",
    "negative_agreement",
    "pabak",
    "gwet_ac1",
    "prevalence",
)
OF_TWO_CATEGORIES = ("positive_agreement", "negative_agreement", "prevalence")


@dataclass(frozen=True)
class PairAgreement:
    """How two raters agree on the units both rated.

    first: position of the first rater. second: position of the other, or None for the majority of the others.
    estimates: "cohen_kappa" and what BESIDE_KAPPA names; those OF_TWO_CATEGORIES have only a reason where the
    ratings have more.
    """

    first: int
    second: int | None
    estimates: dict[str, Estimate]


def each_pair(ratings: Ratings, draws: Draws) -> list[PairAgreement]:
    """Every pair of raters, in order of their positions; all on the same draws, so they can be compared."""
    return [
        PairAgreement(i, j, pair_agreement(ratings.of_raters([i, j]), draws))
        for i, j in combinations(range(ratings.n_raters), 2)
    ]


def each_against_the_rest(ratings: Ratings, draws: Draws) -> list[PairAgreement]:
    """Each rater against the strict majority of all others; units these leave undecided are not counted."""
    return [
        PairAgreement(i, None, pair_agreement(against_the_rest(ratings, i), draws))
        for i in range(ratings.n_raters)
    ]


def against_the_rest(ratings: Ratings, rater: int) -> Ratings:
    """Two columns: what the rater said, and the strict majority of the others (missing when undecided)."""
    others = [j for j in range(ratings.n_raters) if j != rater]
    majority = clinician_majorities(ratings.of_raters(others).values, ratings.n_categories)
    values = np.stack([ratings.values[:, rater], majority], axis=1)
    return Ratings(values, ratings.tasks, ratings.n_tasks, ratings.categories)


def pair_agreement(pair: Ratings, draws: Draws) -> dict[str, Estimate]:
    """Cohen's kappa, and what must stand beside it, over the units both raters rated.

    pair: two columns, which may also be one clinician before and after a discussion, or at two times.
    draws: for all tasks of the pair, also those in which the two share no unit.
    """
    shared = pair.where((pair.values != MISSING).all(axis=1))
    tables = pair_tables(shared)
    kappa = float(cohen_kappa(tables.sum(axis=0)))
    kappas = cohen_kappa(draws.sums(tables))
    every_unit = np.ones(len(shared.tasks), dtype=bool)
    by_chance = float(_chance_agreement(tables.sum(axis=0)))
    how = Headline(KAPPA, lambda: studentised(cohen_kappa, tables, draws), by_chance)
    estimates = {"cohen_kappa": estimate_from_ratings(kappa, kappas, draws, shared, every_unit, how)}
    return estimates | _beside_kappa(shared, draws)


def _beside_kappa(shared: Ratings, draws: Draws) -> dict[str, Estimate]:
    if shared.n_categories == 2:
        return agreement_summary(shared, draws, BESIDE_KAPPA)
    names = [name for name in BESIDE_KAPPA if name not in OF_TWO_CATEGORIES]
    n_tasks = len(np.unique(shared.tasks))
    undefined = no_estimate(MORE_THAN_TWO_LABELS, n_units=len(shared.tasks), n_tasks=n_tasks)
    estimates = agreement_summary(shared, draws, names) | dict.fromkeys(OF_TWO_CATEGORIES, undefined)
    return {name: estimates[name] for name in BESIDE_KAPPA}


def _chance_agreement(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """pe of Cohen's kappa from one table of q^2 counts; NaN without a unit."""
    q = round(len(table) ** 0.5)
    square = table.reshape(q, q)
    return ratio((square.sum(axis=0) * square.sum(axis=1)).sum(), np.square(table.sum()))


def pair_tables(pair: Ratings) -> NDArray[np.float64]:
    """Per-task tables of first rater by second rater over units both rated: T x q^2, row by row."""
    if pair.n_raters != 2:
        raise StatisticsInputError(f"Cohen's kappa compares two raters; {pair.n_raters} were given.")
    q = pair.n_categories
    first, second = pair.values.T.astype(np.int64)
    both = (first != MISSING) & (second != MISSING)
    cells = np.eye(q * q)[(first * q + second)[both]]
    return sum_by_task(cells.reshape(-1, q * q), pair.tasks[both], pair.n_tasks)
