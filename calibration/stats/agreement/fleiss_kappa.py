"""Fleiss kappa in Gwet's form: equal to Fleiss 1971 when no rating is missing."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.percent_agreement import category_shares, percent_agreement
from calibration.stats.resampling.ratio import ratio


def fleiss_kappa(sums: AgreementSums) -> NDArray[np.float64]:
    """(pa - pe) / (1 - pe) with pe = sum of pi_k^2; NaN when all ratings are in one category.

    Units with one rating count in pi_k and not in pa. Sources: Fleiss 1971; Gwet 2014, ch. 2.
    """
    pa = percent_agreement(sums)
    pe = np.square(category_shares(sums)).sum(axis=-1)
    return ratio(pa - pe, 1 - pe)
