"""Fields of fifteen judges in which the best of 455 panels is sought, and their true kappas.

Estimators were chosen and the width of the interval was set on DEVELOPED; docs/coverage-study.md reports
FIELDS, which have other error rates, shared errors, prevalences and seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.simulated_labels import Labelling, panel_error_rate, true_kappa

JUDGES, SIZE = 15, 3
COSTS = tuple(np.random.RandomState(7).permutation(np.arange(1.0, JUDGES + 1)).tolist())
Panel = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """Judges with these error rates. unit, task, own: shares of the latent variance of their errors."""

    name: str
    error_rates: tuple[float, ...]
    unit: float
    task: float
    own: float
    prevalence: float

    @property
    def labelling(self) -> Labelling:
        return Labelling(self.error_rates, self.unit, self.task, self.own, self.prevalence)

    @property
    def rates(self) -> str:
        """The error rates in words."""
        first, second, last = self.error_rates[0], self.error_rates[1], self.error_rates[-1]
        if second - first > last - second:
            return f"{first:.2f}, others {second:.2f} to {last:.2f}"
        return f"{first:.2f} to {last:.2f}"

    def truth(self) -> dict[Panel, float]:
        """The exact kappa of every panel."""
        return {
            panel: float(true_kappa(panel_error_rate(self.labelling, panel), self.prevalence))
            for panel in combinations(range(JUDGES), SIZE)
        }


def _even(best: float, worst: float, number: int = JUDGES) -> tuple[float, ...]:
    return tuple(np.linspace(best, worst, number).tolist())


def _with_one_best(best: float, others: Sequence[float]) -> tuple[float, ...]:
    return (best, *others)


OLD = (0.2, 0.10, 0.15, 0.6)
DEVELOPED = (
    Field("equal", _even(0.15, 0.15), *OLD),
    Field("near equal", _even(0.14, 0.16), *OLD),
    Field("spread", _even(0.13, 0.25), *OLD),
    Field("one clearly best", _with_one_best(0.08, _even(0.17, 0.17, 14)), *OLD),
    Field("widely spread", _even(0.10, 0.35), *OLD),
)
FIELDS = (
    Field("equal", _even(0.18, 0.18), 0.25, 0.08, 0.12, 0.55),
    Field("near equal", _even(0.17, 0.195), 0.15, 0.12, 0.18, 0.65),
    Field("spread", _even(0.12, 0.22), 0.25, 0.08, 0.12, 0.55),
    Field("one clearly best", _with_one_best(0.10, _even(0.19, 0.21, 14)), 0.15, 0.12, 0.18, 0.65),
    Field("widely spread", _even(0.08, 0.32), 0.25, 0.08, 0.12, 0.70),
)
