"""Agreement on met and on not met, separately: what one overall number hides when one of them is rare."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.resampling.ratio import ratio


def specific_agreement(sums: AgreementSums, category: int) -> NDArray[np.float64]:
    """Of the ordered pairs of raters in which the first chose the category, the share whose second did too.

    With two raters this is 2a / (2a + b + c). NaN when nobody who was paired chose it.
    Sources: Fleiss 1981; Cicchetti & Feinstein 1990; for several raters Uebersax 1982.
    """
    return ratio(sums.agreeing_pairs[..., category], sums.possible_pairs[..., category])


def negative_agreement(sums: AgreementSums) -> NDArray[np.float64]:
    """Agreement on not met (category 0)."""
    return specific_agreement(sums, 0)


def positive_agreement(sums: AgreementSums) -> NDArray[np.float64]:
    """Agreement on met (category 1)."""
    return specific_agreement(sums, 1)
