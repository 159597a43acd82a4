"""What follows from TP, FP, FN, TN: one formula each, for one comparison or for millions at once.

Every formula takes (tp, fp, met, not_met): rightly met, wrongly met, and how many units are met and not
met in gold. Gold is usually the same for all panels, so the last two broadcast and the work halves. fn =
met - tp, tn = not_met - fp. Where a formula is undefined it gives NaN; `Statistic.undefined` is the
reason to report instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

import numpy as np
from numpy.typing import NDArray

from calibration.stats.agreement.coefficients import beyond_chance
from calibration.stats.resampling import reasons
from calibration.stats.resampling.no_variation import DIFFERENCE, KAPPA, SHARE, Scale

Numbers = NDArray[np.float64]
Formula = Callable[[Numbers, Numbers, Numbers, Numbers], Numbers]


@dataclass(frozen=True)
class Statistic:
    """A formula with its reason code for the case that there are units and still no value.

    scale: its range. by_chance: of a kappa-like one, pe from the share of met where both sides agree wholly.
    """

    of: Formula
    undefined: str
    scale: Scale
    by_chance: Callable[[float], float] | None = None


def _quietly(formula: Formula) -> Formula:
    """0/0 is an expected outcome here (NaN); a denominator of zero always has a numerator of zero."""

    @wraps(formula)
    def quiet(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
        with np.errstate(invalid="ignore", divide="ignore"):
            return formula(tp, fp, met, not_met)

    return quiet


@_quietly
def cohen_kappa(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """Cohen 1960, multiplied out to whole numbers so that equal kappas are equal floats."""
    total = met + not_met
    by_chance = (tp + fp) * (met - not_met) + total * not_met
    return beyond_chance(total * (tp - fp + not_met), by_chance, total * total)


@_quietly
def macro_f1(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """Mean of the F1 of met, 2TP/(2TP+FP+FN), and of not met, 2TN/(2TN+FP+FN)."""
    wrong = fp + met - tp
    right_not_met = 2 * (not_met - fp)
    return (2 * tp / (2 * tp + wrong) + right_not_met / (right_not_met + wrong)) / 2


@_quietly
def agreement(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """Share of units on which both say the same."""
    return (tp + not_met - fp) / (met + not_met)


@_quietly
def mcc(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """Matthews 1975: (TP TN - FP FN) over the root of the product of the four margins."""
    said_met = tp + fp
    said_not_met = met + not_met - said_met
    margins: Numbers = np.sqrt(said_met * said_not_met) * np.sqrt(met * not_met)
    return (tp * not_met - fp * met) / margins


@_quietly
def gwet_ac1(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """Gwet 2008 for two raters and two categories: pe = 2 p (1 - p), p the mean share of met."""
    total = met + not_met
    met_share = (tp + fp + met) / (2 * total)
    by_chance = 2 * met_share * (1 - met_share)
    return beyond_chance((tp + not_met - fp) / total, by_chance)


@_quietly
def sensitivity(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """TP / (TP + FN)."""
    return tp / met


@_quietly
def specificity(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """TN / (TN + FP)."""
    return (not_met - fp) / not_met


@_quietly
def false_met_rate(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """FP / (FP + TN): said met where the clinicians said not met."""
    return fp / not_met


@_quietly
def false_not_met_rate(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """FN / (FN + TP): said not met where the clinicians said met."""
    return (met - tp) / met


@_quietly
def net_bias(tp: Numbers, fp: Numbers, met: Numbers, not_met: Numbers) -> Numbers:
    """(FP - FN) / n: above zero the judge is lenient, below it is strict."""
    return (fp + tp - met) / (met + not_met)


STATISTICS: dict[str, Statistic] = {
    "kappa": Statistic(cohen_kappa, reasons.ONE_CATEGORY, KAPPA, lambda met: met**2 + (1 - met) ** 2),
    "macro_f1": Statistic(macro_f1, reasons.ONE_CATEGORY, Scale(0.0, 1.0)),
    "agreement": Statistic(agreement, reasons.NO_DATA, SHARE),
    "mcc": Statistic(mcc, reasons.CONSTANT_SIDE, KAPPA),
    "gwet_ac1": Statistic(gwet_ac1, reasons.NO_DATA, KAPPA, lambda met: 2 * met * (1 - met)),
    "sensitivity": Statistic(sensitivity, reasons.NO_UNIT_MET, SHARE),
    "specificity": Statistic(specificity, reasons.NO_UNIT_NOT_MET, SHARE),
    "false_met_rate": Statistic(false_met_rate, reasons.NO_UNIT_NOT_MET, SHARE),
    "false_not_met_rate": Statistic(false_not_met_rate, reasons.NO_UNIT_MET, SHARE),
    "net_bias": Statistic(net_bias, reasons.NO_DATA, DIFFERENCE),
}
