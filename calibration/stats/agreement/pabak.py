"""Prevalence- and bias-adjusted kappa (Brennan-Prediger): chance is one in q, whatever was rated."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.percent_agreement import percent_agreement
from calibration.stats.resampling.ratio import ratio


def pabak(sums: AgreementSums) -> NDArray[np.float64]:
    """(pa - 1/q) / (1 - 1/q). Sources: Brennan & Prediger 1981; Byrt, Bishop & Carlin 1993."""
    pe = 1 / sums.q
    return ratio(percent_agreement(sums) - pe, 1 - pe)
