"""What the interval of each agreement coefficient is made from: its range, its sums, its chance agreement."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.agreement_sums import AgreementSums
from calibration.stats.agreement.coefficients import category_shares
from calibration.stats.resampling.no_variation import KAPPA, SHARE, Scale

Numbers = NDArray[np.float64]
SINGLE = ("rated", "pairable", "agreement", "disagreement", "mixed")
OF_CATEGORIES = ("shares", "pairable_ratings", "agreeing_pairs", "possible_pairs")


@dataclass(frozen=True)
class CoefficientFacts:
    """scale: its range. sums: what of AgreementSums it depends on. by_chance: pe of a kappa-like one."""

    scale: Scale
    sums: tuple[str, ...]
    by_chance: Callable[[AgreementSums], Numbers | float] | None = None

    def columns(self, q: int) -> list[int]:
        """Where these sums stand in the table of q categories."""
        return [column for name in self.sums for column in _columns(name, q)]


def _columns(name: str, q: int) -> range:
    if name in SINGLE:
        return range(SINGLE.index(name), SINGLE.index(name) + 1)
    start = len(SINGLE) + OF_CATEGORIES.index(name) * q
    return range(start, start + q)


def _fleiss_chance(sums: AgreementSums) -> Numbers:
    return np.asarray(np.square(category_shares(sums)).sum(axis=-1))


def _ac1_chance(sums: AgreementSums) -> Numbers:
    pi = category_shares(sums)
    return np.asarray((pi * (1 - pi)).sum(axis=-1) / (sums.q - 1))


def _alpha_chance(sums: AgreementSums) -> Numbers:
    """Two ratings drawn from all pairable ones without putting the first back."""
    n_k = sums.pairable_ratings
    n = n_k.sum(axis=-1)
    return np.asarray((n_k * (n_k - 1)).sum(axis=-1) / (n * (n - 1)))


def _cuzick_chance(sums: AgreementSums) -> Numbers:
    n_k = sums.pairable_ratings
    return np.asarray(np.square(n_k).sum(axis=-1) / np.square(n_k.sum(axis=-1)))


_BY_SHARES = ("rated", "pairable", "agreement", "shares")
FACTS = {
    "percent_agreement": CoefficientFacts(SHARE, ("pairable", "agreement")),
    "fleiss_kappa": CoefficientFacts(KAPPA, _BY_SHARES, _fleiss_chance),
    "gwet_ac1": CoefficientFacts(KAPPA, _BY_SHARES, _ac1_chance),
    "krippendorff_alpha": CoefficientFacts(KAPPA, ("disagreement", "pairable_ratings"), _alpha_chance),
    "pabak": CoefficientFacts(KAPPA, ("pairable", "agreement"), lambda sums: 1 / sums.q),
    "prevalence": CoefficientFacts(SHARE, ("rated", "shares")),
    "positive_agreement": CoefficientFacts(SHARE, ("agreeing_pairs", "possible_pairs")),
    "negative_agreement": CoefficientFacts(SHARE, ("agreeing_pairs", "possible_pairs")),
    "fleiss_cuzick": CoefficientFacts(KAPPA, ("pairable", "mixed", "pairable_ratings"), _cuzick_chance),
}
