"""The alternative annotator test: may the panel stand in for a clinician? (Calderon, Reichart & Dror, ACL
2025)

For clinician j and unit i, the panel and j are each scored by the share of the other clinicians who said
the same. Whoever scores at least as high wins the unit, so ties count as wins for both. The advantage
probability of the panel over j is the share of units it wins. The panel beats j at a handicap epsilon
when the mean of (win of j - win of panel) lies significantly below epsilon: a one-sided t-test, with
Benjamini-Yekutieli over the clinicians at .05. The winning rate is the share of the tested clinicians
that the panel beats; at .5 or more the panel passes.

As published, the t-test treats units as independent; here they share tasks, so its p-values are
optimistic. The paired intervals of the human ceiling do not have this flaw and stand beside it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.judges.panel_and_clinicians import check_panel_and_clinicians, compared_units
from calibration.stats.resampling import reasons

EPSILONS = (0.0, 0.05, 0.1, 0.15, 0.2)
FALSE_DISCOVERY_RATE = 0.05
FEWEST_UNITS = 30
PASSING_RATE = 0.5
LABEL = "ties count as wins"


@dataclass(frozen=True)
class ClinicianTest:
    """One clinician left out.

    panel_wins, clinician_wins: advantage probabilities, shares of units; they add up to more than 1 by
    the ties. p_values: one for each of EPSILONS, None when not tested. reason: why not tested, or None.
    """

    n_units: int
    panel_wins: float | None
    clinician_wins: float | None
    p_values: tuple[float, ...] | None
    reason: str | None


@dataclass(frozen=True)
class EpsilonResult:
    """winning_rate: share of tested clinicians the panel beats, None when none was tested. beaten: one a
    clinician.
    """

    epsilon: float
    winning_rate: float | None
    passed: bool | None
    beaten: tuple[bool | None, ...]


@dataclass(frozen=True)
class AltTest:
    """advantage_probability: mean over the tested clinicians of the share of units the panel wins. See
    LABEL.
    """

    clinicians: tuple[ClinicianTest, ...]
    by_epsilon: tuple[EpsilonResult, ...]
    advantage_probability: float | None
    reason: str | None
    label: str = LABEL


def alt_test(verdicts: ArrayLike, ratings: ArrayLike) -> AltTest:
    """verdicts: length U, the panel. ratings: U x R, at least two clinicians. 1 met, 0 not met, -1 none.

    A unit counts for clinician j when the panel, j and at least one other have a value. Clinicians with
    fewer than 30 such units are skipped. Raises StatisticsInputError for tables that do not fit.
    """
    verdicts, ratings = check_panel_and_clinicians(verdicts, ratings)
    clinicians = tuple(_test_of(verdicts, ratings, clinician) for clinician in range(ratings.shape[1]))
    tested = [test for test in clinicians if test.reason is None]
    advantage = float(np.mean([test.panel_wins for test in tested])) if tested else None
    by_epsilon = tuple(_at_epsilon(clinicians, number) for number in range(len(EPSILONS)))
    return AltTest(clinicians, by_epsilon, advantage, None if tested else reasons.TOO_FEW_UNITS)


def benjamini_yekutieli(p_values: ArrayLike, rate: float = FALSE_DISCOVERY_RATE) -> NDArray[np.bool_]:
    """Which hypotheses are rejected, valid under any dependence (Benjamini & Yekutieli 2001, theorem
    1.3).

    p_values: length m. Rejects the smallest r, r the largest with p_(r) <= r rate / (m (1 + 1/2 + ... +
    1/m)).
    """
    p_values = np.asarray(p_values, dtype=np.float64)
    m = len(p_values)
    rank = np.arange(1, m + 1)
    order = np.argsort(p_values, kind="stable")
    below = p_values[order] <= rank * rate / (m * (1 / rank).sum())
    rejected = np.zeros(m, dtype=bool)
    if below.any():
        rejected[order[: np.flatnonzero(below)[-1] + 1]] = True
    return rejected


def _test_of(verdicts: NDArray[np.int8], ratings: NDArray[np.int8], clinician: int) -> ClinicianTest:
    own, (units, others) = ratings[:, clinician], compared_units(verdicts, ratings, clinician)
    n_units = int(units.sum())
    if n_units == 0:
        return ClinicianTest(0, None, None, None, reasons.NO_DATA)
    of_panel = _same_as_others(verdicts[units], others[units])
    of_clinician = _same_as_others(own[units], others[units])
    panel_wins, clinician_wins = of_panel >= of_clinician, of_clinician >= of_panel
    shares = float(panel_wins.mean()), float(clinician_wins.mean())
    if n_units < FEWEST_UNITS:
        return ClinicianTest(n_units, *shares, None, reasons.TOO_FEW_UNITS)
    lost_by = clinician_wins.astype(np.float64) - panel_wins
    return ClinicianTest(n_units, *shares, tuple(_p_value(lost_by, epsilon) for epsilon in EPSILONS), None)


def _same_as_others(labels: NDArray[np.int8], others: NDArray[np.int8]) -> NDArray[np.int64]:
    """How many of the others said the same: both sides face the same others, so numbers compare like
    shares.
    """
    return np.asarray(((others == labels[:, None]) & (others != MISSING)).sum(axis=1))


def _p_value(lost_by: NDArray[np.float64], epsilon: float) -> float:
    """P(T <= t) for the mean of `lost_by` below epsilon; without spread the mean itself decides."""
    mean, error = lost_by.mean(), lost_by.std(ddof=1) / np.sqrt(len(lost_by))
    if error == 0:
        return 0.0 if mean < epsilon else 1.0
    from scipy.special import stdtr  # here, because loading it costs every command a quarter of a second

    return float(stdtr(len(lost_by) - 1, (mean - epsilon) / error))


def _at_epsilon(clinicians: tuple[ClinicianTest, ...], epsilon: int) -> EpsilonResult:
    tested = [number for number, test in enumerate(clinicians) if test.p_values is not None]
    beaten: list[bool | None] = [None] * len(clinicians)
    if not tested:
        return EpsilonResult(EPSILONS[epsilon], None, None, tuple(beaten))
    p_values = [test.p_values[epsilon] for test in clinicians if test.p_values is not None]
    rejected = benjamini_yekutieli(p_values)
    for number, won in zip(tested, rejected, strict=True):
        beaten[number] = bool(won)
    rate = float(rejected.mean())
    return EpsilonResult(EPSILONS[epsilon], rate, rate >= PASSING_RATE, tuple(beaten))
