"""The sums every agreement coefficient is made of, for all data, one draw, or all draws at once.

Fractions such as r_ik(r_ik-1)/(r_i(r_i-1)) are kept as whole numbers by multiplying them with the least
common multiple of their denominators. Sums of whole numbers are exact, so results do not depend on the order
of addition (they are the same on every machine), and "all in one category" is recognised without a tolerance.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.by_task import sum_by_task
from calibration.stats.resampling.draws import Draws

SINGLE_COLUMNS = 5


@dataclass(frozen=True, eq=False)
class AgreementSums:
    """Named views of a table (..., K) of sums; the leading shape is (), (T,) or (D,).

    q: number of declared categories. scale: what the fractions were multiplied with.
    """

    table: NDArray[np.float64]
    q: int
    scale: int

    @property
    def rated(self) -> NDArray[np.float64]:
        """Units with at least one rating."""
        return self.table[..., 0]

    @property
    def pairable(self) -> NDArray[np.float64]:
        """Units with at least two ratings."""
        return self.table[..., 1]

    @property
    def agreement(self) -> NDArray[np.float64]:
        """Sum of sum_k r_ik(r_ik-1) / (r_i(r_i-1)) over pairable units."""
        return self.table[..., 2] / self.scale

    @property
    def disagreement(self) -> NDArray[np.float64]:
        """Sum of r_i (1 - agreement of the unit): the off-diagonal coincidences of pairable units."""
        return self.table[..., 3] / self.scale

    @property
    def mixed(self) -> NDArray[np.float64]:
        """Sum of (r_i - 1)(1 - agreement of the unit) / 2; with two categories x_i (r_i - x_i) / r_i."""
        return self.table[..., 4] / self.scale

    @property
    def shares(self) -> NDArray[np.float64]:
        """(..., q): sum of r_ik / r_i over rated units."""
        return self._of_categories(0) / self.scale

    @property
    def pairable_ratings(self) -> NDArray[np.float64]:
        """(..., q): number of ratings on pairable units (n_k)."""
        return self._of_categories(1)

    @property
    def agreeing_pairs(self) -> NDArray[np.float64]:
        """(..., q): ordered pairs of raters who both chose k, sum of r_ik(r_ik-1)."""
        return self._of_categories(2)

    @property
    def possible_pairs(self) -> NDArray[np.float64]:
        """(..., q): ordered pairs in which the first rater chose k, sum of r_ik(r_i-1)."""
        return self._of_categories(3)

    @property
    def total(self) -> "AgreementSums":
        """The sums over all tasks, from per-task sums."""
        return AgreementSums(self.table.sum(axis=0), self.q, self.scale)

    @property
    def left_out(self) -> "AgreementSums":
        """The sums with one task left out each time, from per-task sums."""
        return AgreementSums(self.table.sum(axis=0) - self.table, self.q, self.scale)

    def drawn(self, draws: Draws) -> "AgreementSums":
        """The sums of each bootstrap draw, from per-task sums: the one matrix product."""
        return AgreementSums(draws.sums(self.table), self.q, self.scale)

    def _of_categories(self, group: int) -> NDArray[np.float64]:
        start = SINGLE_COLUMNS + group * self.q
        return self.table[..., start : start + self.q]


def agreement_sums(ratings: Ratings) -> AgreementSums:
    """Per-task sums, T x (5 + 4q)."""
    scale = _common_denominator(ratings.per_unit)
    columns = _unit_columns(ratings.counts, ratings.per_unit, scale)
    return AgreementSums(sum_by_task(columns, ratings.tasks, ratings.n_tasks), ratings.n_categories, scale)


def _common_denominator(per_unit: NDArray[np.float64]) -> int:
    seen = {int(r) for r in np.unique(per_unit)}
    return math.lcm(*(r * (r - 1) for r in seen if r > 1))


def _unit_columns(
    counts: NDArray[np.float64], per_unit: NDArray[np.float64], scale: int
) -> NDArray[np.float64]:
    rated, pairable = per_unit >= 1, per_unit >= 2
    r = per_unit[:, None]
    same = counts * (counts - 1)
    to_shares = np.where(rated, scale / np.maximum(per_unit, 1), 0)
    to_agreement = np.where(pairable, scale / np.maximum(per_unit * (per_unit - 1), 1), 0)
    agreement = same.sum(axis=1) * to_agreement
    disagreement = np.where(pairable, per_unit * (scale - agreement), 0)
    mixed = np.where(pairable, (per_unit - 1) * (scale - agreement) / 2, 0)
    single = np.stack([rated, pairable, agreement, disagreement, mixed], axis=1)
    groups = [counts * to_shares[:, None], counts * pairable[:, None], same, counts * np.maximum(r - 1, 0)]
    return np.hstack([single, *groups])
