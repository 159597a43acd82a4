"""How often two raters of the same unit agree."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.resampling.ratio import ratio


def percent_agreement(sums: AgreementSums) -> NDArray[np.float64]:
    """pa: mean over units with two or more ratings of the share of agreeing pairs; NaN without such a unit.

    Source: Fleiss 1971, eq. 2; Gwet 2014, ch. 2 (units with one rating left out).
    """
    return ratio(sums.agreement, sums.pairable)


def category_shares(sums: AgreementSums) -> NDArray[np.float64]:
    """pi_k, shape (..., q): mean over rated units of the share of its ratings in category k."""
    return ratio(sums.shares, sums.rated[..., None])
