"""Krippendorff's alpha, nominal: from the reference package, and from sums for the bootstrap.

The only module that imports the krippendorff package.
"""

import krippendorff
import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.ratio import ratio


def krippendorff_alpha(sums: AgreementSums) -> NDArray[np.float64]:
    """1 - (N-1) sum_{k!=k'} o_kk' / sum_{k!=k'} n_k n_k'; NaN when all pairable ratings are in one category.

    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C.
    """
    n_k = sums.pairable_ratings
    n = n_k.sum(axis=-1)
    expected = np.square(n) - np.square(n_k).sum(axis=-1)
    return 1 - ratio((n - 1) * sums.disagreement, expected)


def package_alpha(ratings: Ratings) -> float | None:
    """Nominal alpha by the krippendorff package; None where it is undefined.

    The package raises or divides by zero when fewer than two categories occur in pairable units, so those
    cases are recognised beforehand.
    """
    pairable = ratings.counts[ratings.per_unit >= 2]
    if np.count_nonzero(pairable.sum(axis=0)) < 2:
        return None
    return float(
        krippendorff.alpha(
            value_counts=pairable.astype(np.int64),
            value_domain=np.arange(ratings.n_categories),
            level_of_measurement="nominal",
        )
    )
