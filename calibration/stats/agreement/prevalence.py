"""How often criteria are judged met."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.percent_agreement import category_shares
from calibration.stats.resampling.input_error import StatisticsInputError


def prevalence(sums: AgreementSums) -> NDArray[np.float64]:
    """Mean over rated units of the share of ratings that say met (category 1 of two); NaN without a rating.

    StatisticsInputError for more than two categories, where "met" has no meaning.
    """
    if sums.q != 2:
        raise StatisticsInputError("Prevalence is defined for two categories, not met and met.")
    return category_shares(sums)[..., 1]
