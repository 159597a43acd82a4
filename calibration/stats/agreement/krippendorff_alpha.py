"""Krippendorff's alpha, nominal, from the reference package; `coefficients.py` has the form the draws need.

The only module that imports the krippendorff package.
"""

import numpy as np

from calibration.stats.agreement.ratings import Ratings


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
