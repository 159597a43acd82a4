"""Where clinicians disagree most: the criteria worth a conversation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.agreement.agreement_sums import agreement_sums
from calibration.stats.agreement.coefficients import percent_agreement
from calibration.stats.agreement.ratings import Ratings


@dataclass(frozen=True)
class Contested:
    """disagreement: 1 - pa over the units with this label. n_units: those with two ratings or more."""

    label: str
    disagreement: float
    n_units: int


def most_contested(ratings: Ratings, labels: ArrayLike) -> list[Contested]:
    """Labels (criteria, usually) by how often two raters disagree, most first; then by units and label.

    labels: one a unit. Labels without a unit that two people rated are left out: nothing is known about them.
    """
    names, groups = np.unique(np.asarray(labels, dtype=str), return_inverse=True)
    sums = agreement_sums(Ratings(ratings.values, groups, len(names), ratings.categories))
    disagreement, n_units = 1 - percent_agreement(sums), sums.pairable.astype(int)
    contested = [
        Contested(str(name), float(d), int(n))
        for name, d, n in zip(names, disagreement, n_units, strict=True)
        if n
    ]
    return sorted(contested, key=lambda c: (-c.disagreement, -c.n_units, c.label))
