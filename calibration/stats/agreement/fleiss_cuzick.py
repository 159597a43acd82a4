"""The kappa Fleiss & Cuzick published for two categories and a varying number of raters.

It differs from `fleiss_kappa` only when ratings are missing; a page says which of the two it shows.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.ratio import ratio


def fleiss_cuzick(sums: AgreementSums) -> NDArray[np.float64]:
    """1 - sum_i x_i (r_i - x_i) / r_i / (n (rbar - 1) p (1 - p)), p the pooled share of category 1.

    n units with two or more ratings, rbar their mean number of ratings; NaN when all are in one category.
    StatisticsInputError for more than two categories. Source: Fleiss & Cuzick 1979.
    """
    if sums.q != 2:
        raise StatisticsInputError("The Fleiss-Cuzick kappa is defined for two categories only.")
    n, n_ratings = sums.pairable, sums.pairable_ratings.sum(axis=-1)
    p = ratio(sums.pairable_ratings[..., 1], n_ratings)
    return 1 - ratio(sums.mixed, (n_ratings - n) * p * (1 - p))
