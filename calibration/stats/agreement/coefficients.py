"""The agreement coefficients, one formula each, for all data, one draw or every draw at once.

Most of them are (pa - pe) / (1 - pe): agreement beyond chance, as a share of what chance leaves. They differ
in what they take chance to be. NaN wherever a coefficient is undefined. Krippendorff's alpha comes twice: in
the form the draws need, and from the reference package, which is imported nowhere else.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.ratio import ratio

Numbers = NDArray[np.float64]


def beyond_chance(agreed: Numbers, by_chance: Numbers | float, possible: Numbers | float = 1.0) -> Numbers:
    """(agreed - by chance) / (possible - by chance), as shares or multiplied out to whole numbers.

    Whole numbers make equal coefficients equal floats, and 0 / 0 exact. Chance leaves nothing only where all
    is in one category; then nothing is beyond it either, and the answer is NaN.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((agreed - by_chance) / (possible - by_chance))


def percent_agreement(sums: AgreementSums) -> Numbers:
    """pa: mean over units with two or more ratings of the share of agreeing pairs; NaN without such a unit.

    Source: Fleiss 1971, eq. 2; Gwet 2014, ch. 2 (units with one rating left out).
    """
    return ratio(sums.agreement, sums.pairable)


def category_shares(sums: AgreementSums) -> Numbers:
    """pi_k, shape (..., q): mean over rated units of the share of its ratings in category k."""
    return ratio(sums.shares, sums.rated[..., None])


def fleiss_kappa(sums: AgreementSums) -> Numbers:
    """pe = sum of pi_k^2: equal to Fleiss 1971 when no rating is missing, Gwet's form otherwise.

    NaN when all ratings are in one category. Units with one rating count in pi_k and not in pa.
    Sources: Fleiss 1971; Gwet 2014, ch. 2.
    """
    return beyond_chance(percent_agreement(sums), np.square(category_shares(sums)).sum(axis=-1))


def gwet_ac1(sums: AgreementSums) -> Numbers:
    """AC1: pe = sum of pi_k (1 - pi_k) / (q - 1), which stays small when one category is rare.

    pe is at most 1/q, so AC1 is defined wherever pa is. Source: Gwet 2008.
    """
    pi = category_shares(sums)
    return beyond_chance(percent_agreement(sums), (pi * (1 - pi)).sum(axis=-1) / (sums.q - 1))


def pabak(sums: AgreementSums) -> Numbers:
    """Prevalence- and bias-adjusted kappa: pe = 1/q, whatever was rated.

    Sources: Brennan & Prediger 1981; Byrt, Bishop & Carlin 1993.
    """
    return beyond_chance(percent_agreement(sums), 1 / sums.q)


def cohen_kappa(tables: Numbers) -> Numbers:
    """Two raters, each with margins of their own, from tables (..., q^2) of first by second rater.

    pe = sum of the products of the margins, here times n^2. NaN where both used one and the same category.
    Source: Cohen 1960.
    """
    q = round(tables.shape[-1] ** 0.5)
    square = tables.reshape(*tables.shape[:-1], q, q)
    n = square.sum(axis=(-2, -1))
    agreed = np.trace(square, axis1=-2, axis2=-1)
    by_chance = (square.sum(axis=-1) * square.sum(axis=-2)).sum(axis=-1)
    return beyond_chance(n * agreed, by_chance, n * n)


def krippendorff_alpha(sums: AgreementSums) -> Numbers:
    """1 - (N-1) sum_{k!=k'} o_kk' / sum_{k!=k'} n_k n_k'; NaN when all pairable ratings are in one category.

    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C.
    """
    n_k = sums.pairable_ratings
    n = n_k.sum(axis=-1)
    expected = np.square(n) - np.square(n_k).sum(axis=-1)
    return 1 - ratio((n - 1) * sums.disagreement, expected)


def fleiss_cuzick(sums: AgreementSums) -> Numbers:
    """1 - sum_i x_i (r_i - x_i) / r_i / (n (rbar - 1) p (1 - p)), p the pooled share of category 1.

    n units with two or more ratings, rbar their mean number of ratings. It differs from `fleiss_kappa` only
    when ratings are missing; a page says which of the two it shows. StatisticsInputError for more than two
    categories. Source: Fleiss & Cuzick 1979.
    """
    if sums.q != 2:
        raise StatisticsInputError("The Fleiss-Cuzick kappa is defined for two categories only.")
    n, n_ratings = sums.pairable, sums.pairable_ratings.sum(axis=-1)
    p = ratio(sums.pairable_ratings[..., 1], n_ratings)
    return 1 - ratio(sums.mixed, (n_ratings - n) * p * (1 - p))


def prevalence(sums: AgreementSums) -> Numbers:
    """Mean over rated units of the share of ratings that say met (category 1 of two); NaN without a rating.

    StatisticsInputError for more than two categories, where "met" has no meaning.
    """
    if sums.q != 2:
        raise StatisticsInputError("Prevalence is defined for two categories, not met and met.")
    return category_shares(sums)[..., 1]


def specific_agreement(sums: AgreementSums, category: int) -> Numbers:
    """Of the ordered pairs of raters in which the first chose the category, the share whose second did too.

    What one overall number hides when a category is rare. With two raters this is 2a / (2a + b + c). NaN when
    nobody who was paired chose it.
    Sources: Fleiss 1981; Cicchetti & Feinstein 1990; for several raters Uebersax 1982.
    """
    return ratio(sums.agreeing_pairs[..., category], sums.possible_pairs[..., category])


def negative_agreement(sums: AgreementSums) -> Numbers:
    """Agreement on not met (category 0)."""
    return specific_agreement(sums, 0)


def positive_agreement(sums: AgreementSums) -> Numbers:
    """Agreement on met (category 1)."""
    return specific_agreement(sums, 1)


def package_alpha(ratings: Ratings) -> float | None:
    """Nominal alpha by the krippendorff package; None where it is undefined.

    The package raises or divides by zero when fewer than two categories occur in pairable units, so those
    cases are recognised beforehand.
    """
    pairable = ratings.counts[ratings.per_unit >= 2]
    if np.count_nonzero(pairable.sum(axis=0)) < 2:
        return None
    import krippendorff

    return float(
        krippendorff.alpha(
            value_counts=pairable.astype(np.int64),
            value_domain=np.arange(ratings.n_categories),
            level_of_measurement="nominal",
        )
    )
