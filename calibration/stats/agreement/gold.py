"""The clinicians' majority, against which judges are measured."""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.ratings import MISSING, Ratings

UNDECIDED = MISSING


def majority_gold(ratings: Ratings) -> NDArray[np.int8]:
    """U: the category chosen by a strict majority of those who rated the unit, else UNDECIDED (-1).

    An even split and a unit nobody rated are undecided; neither is ever "not met".
    """
    counts = ratings.counts
    most = counts.argmax(axis=1)
    decided = 2 * counts.max(axis=1) > ratings.per_unit
    return np.where(decided & (ratings.per_unit > 0), most, UNDECIDED).astype(np.int8)
