"""What a panel's kappa is worth once one knows that it was chosen for its kappa (STATISTICS.md section 5).

The best of many panels on a few tasks looks better than it is. Optimism is how much: the mean over draws of
[kappa_draw(choice of the draw) - kappa_all(choice of the draw)], each draw repeating the choice on resampled
tasks (Efron 1983; Harrell 2015, section 5.3.5). Drawn around the data it comes out too small, because the
choices of the draws are mostly panels that were lucky in the data already. The corrected kappa therefore
takes the optimism of draws around `shrunken_centre`, where that luck is taken out first.
docs/coverage-study.md measures it against the others, which stand beside it: the optimism of draws around the
data, and out-of-bag, the choices of the draws counted on the tasks that these left out, pooled.

The correction is that of the panel that was chosen, by rank or by the rule of the recommendation. In the
table the one of the first panel is taken from every kappa: for a panel far down the list, which no one would
pick for its kappa, that is stricter than needed, and it keeps the order of the corrected kappas equal to that
of the ranks.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion import statistic_of_counts
from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.best_probability import NOBODY
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.studentised import studentised

Numbers = NDArray[np.float64]
Choices = NDArray[np.int64]

ERROR_OF_THE_CORRECTION = 1.25**0.5  # it adds about a quarter to the variance, in all fields of the study
CHOICES_AT_ONCE = 2_000
METHOD = (
    "corrected for having been chosen: optimism of draws around an empirical-Bayes centre; studentised task "
    "bootstrap, widened for the error of the correction"
)


@dataclass(frozen=True)
class ChosenKappa:
    """Kappa of a panel that was chosen for it.

    panel: position in rank order. corrected: the number to print, with its 95 % interval. apparent: as it is
    on these tasks; optimism_corrected, out_of_bag: what the other two ways give; None where undefined.
    """

    panel: int
    corrected: Estimate
    apparent: float | None
    optimism_corrected: float | None
    out_of_bag: float | None

    @property
    def correction(self) -> float | None:
        """By how much the apparent kappa is too high."""
        value = self.corrected.value
        return None if self.apparent is None or value is None else self.apparent - value

    def as_json(self) -> dict[str, Any]:
        """The estimate of the contract, how it was made, and the others by their names."""
        others = ("apparent", "optimism_corrected", "out_of_bag")
        method = {"method": self.corrected.method}
        return self.corrected.as_json() | method | {name: getattr(self, name) for name in others}


@dataclass(frozen=True)
class DrawChoices:
    """What the same rule chooses in each of some draws; -1 where no panel has a value.

    around_data: in draws of the tasks. around_centre: in the same draws less the luck of the data.
    """

    around_data: Choices
    around_centre: Choices


def chosen_kappa(panel: int, counts: PanelCounts, choices: DrawChoices, draws: Draws) -> ChosenKappa:
    """counts: all panels in rank order. choices: of the first draws, or of all of them."""
    kappa = STATISTICS["kappa"].of(*counts.totals())
    drawn = draws.counts[: len(choices.around_data)]

    def less_optimism(chosen: Choices) -> float | None:
        gain = optimism(chosen, kappa, _kappas(counts, chosen, drawn))
        return float(kappa[panel]) - gain if gain is not None and np.isfinite(kappa[panel]) else None

    return ChosenKappa(
        panel,
        _corrected(less_optimism(choices.around_centre), counts.per_task(panel), draws),
        float(kappa[panel]) if np.isfinite(kappa[panel]) else None,
        less_optimism(choices.around_data),
        out_of_bag(counts, choices.around_data, drawn),
    )


def optimism(chosen: Choices, kappa: Numbers, drawn: Numbers) -> float | None:
    """Mean gain of the choices over their own kappa on all tasks; None when no draw has one with a kappa.

    chosen: one a draw. kappa: length P, on all tasks. drawn: kappa of each choice in its draw.
    """
    made = chosen != NOBODY
    gain = drawn[made] - kappa[chosen[made]]
    gain = gain[np.isfinite(gain)]
    return float(gain.mean()) if gain.size else None


def out_of_bag(counts: PanelCounts, chosen: Choices, drawn: NDArray[np.float32]) -> float | None:
    """Kappa of the choices on the tasks that their draws left out, pooled. drawn: D x T."""
    pooled = np.zeros(4)
    for rows in _rows_of(chosen):
        pooled += _counts_of(counts, chosen[rows], drawn[rows] == 0).sum(axis=0)
    kappa = float(statistic_of_counts("kappa", pooled))
    return kappa if np.isfinite(kappa) else None


def _kappas(counts: PanelCounts, chosen: Choices, drawn: NDArray[np.float32]) -> Numbers:
    """Kappa of each choice in its draw, NaN where there is none."""
    kappas = np.full(len(chosen), np.nan)
    for rows in _rows_of(chosen):
        kappas[rows] = statistic_of_counts("kappa", _counts_of(counts, chosen[rows], drawn[rows]))
    return kappas


def _rows_of(chosen: Choices) -> list[Choices]:
    """Which draws chose a panel, some at a time."""
    made = np.flatnonzero(chosen != NOBODY)
    return [made[start : start + CHOICES_AT_ONCE] for start in range(0, len(made), CHOICES_AT_ONCE)]


def _counts_of(counts: PanelCounts, chosen: Choices, weights: NDArray[Any]) -> Numbers:
    """TP, FP, FN, TN of one panel a row over weighted tasks, D x 4. weights: D x T."""
    some = counts.take(chosen)
    tp, fp, met, not_met = (
        (weights * column).sum(axis=1, dtype=np.float64)
        for column in (some.tp, some.fp, some.met, some.not_met)
    )
    return np.stack([tp, fp, met - tp, not_met - fp], axis=1)


def _corrected(value: float | None, per_task: Numbers, draws: Draws) -> Estimate:
    """The corrected kappa with the spread of the panel's own kappa, wider for the error of the correction."""
    judged = per_task.sum(axis=1)
    n_units, n_tasks = int(judged.sum()), int((judged > 0).sum())
    if value is None:
        return no_estimate(reasons.ONE_CATEGORY, n_units=n_units, n_tasks=n_tasks)
    spread = studentised(_kappa, per_task, draws)
    if spread is None:
        return Estimate(value, None, None, n_units, n_tasks, method=METHOD, reason=reasons.NO_STANDARD_ERROR)
    low, high = spread.interval(value, ERROR_OF_THE_CORRECTION)
    return Estimate(value, max(low, -1.0), min(high, 1.0), n_units, n_tasks, method=METHOD)


def _kappa(counts: Numbers) -> Numbers:
    return statistic_of_counts("kappa", counts)
