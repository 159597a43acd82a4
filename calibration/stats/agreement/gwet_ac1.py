"""Gwet's AC1: chance agreement that stays small when one category is rare."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.percent_agreement import category_shares, percent_agreement
from calibration.stats.resampling.ratio import ratio


def gwet_ac1(sums: AgreementSums) -> NDArray[np.float64]:
    """(pa - pe) / (1 - pe) with pe = sum of pi_k (1 - pi_k) / (q - 1).

    pe is at most 1/q, so AC1 is defined wherever pa is. Source: Gwet 2008.
    """
    pa, pi = percent_agreement(sums), category_shares(sums)
    pe = (pi * (1 - pi)).sum(axis=-1) / (sums.q - 1)
    return ratio(pa - pe, 1 - pe)
