"""How far the kappa of the best of 455 panels lies above its true kappa, and what the corrections leave
of it.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.simulated_labels import Labelling, panel_error_rate, simulate, true_kappa
from calibration.stats.ranking.ranking import rank_panels

JUDGES, SIZE, TASKS = 15, 3, 75
UNIT_SHARE, TASK_SHARE, OWN_SHARE = 0.2, 0.10, 0.15


@dataclass(frozen=True)
class Field:
    """Fifteen candidate judges with error rates spread evenly from `best` to `worst`."""

    name: str
    best: float
    worst: float

    @property
    def labelling(self) -> Labelling:
        rates = tuple(np.linspace(self.best, self.worst, JUDGES).tolist())
        return Labelling(rates, UNIT_SHARE, TASK_SHARE, OWN_SHARE)


FIELDS = (
    Field("judges of different quality", 0.13, 0.25),
    Field("judges of very different quality", 0.10, 0.35),
    Field("fifteen judges of the same quality", 0.15, 0.15),
)


@dataclass(frozen=True)
class Optimism:
    """Means over repetitions of (reported kappa - true kappa of the winner), with their standard errors.

    coverage: of the winner's interval as it is, and moved down by the optimism. lost: true kappa of the
    best panel minus that of the winner.
    """

    field: Field
    apparent: tuple[float, float]
    corrected: tuple[float, float]
    leave_tasks_out: tuple[float, float]
    coverage: float
    coverage_moved: float
    lost: float


def winner_optimism(field: Field, repetitions: int, n_draws: int) -> Optimism:
    """Rank all panels of simulated judges again and again, and compare with the exact true kappas."""
    labelling = field.labelling
    truth = {
        panel: float(true_kappa(panel_error_rate(labelling, panel), labelling.prevalence))
        for panel in combinations(range(JUDGES), SIZE)
    }
    names = [f"judge {number:02d}" for number in range(JUDGES)]
    rows = []
    for repetition in range(repetitions):
        labels = simulate(labelling, TASKS, np.random.RandomState(repetition))
        ranking = rank_panels(labels.values, labels.gold, labels.tasks, names, draws=n_draws, seed=repetition)
        first = ranking.panels.row(0)
        true = truth[tuple(ranking.panels.members[0].tolist())]
        low, high, gain = first["kappa_low"], first["kappa_high"], ranking.optimism
        errors = [first["kappa"], first["kappa_corrected"], ranking.leave_tasks_out.value]
        held = [low <= true <= high, low - gain <= true <= high - gain]
        rows.append([error - true for error in errors] + held + [max(truth.values()) - true])
    table = np.array(rows, dtype=np.float64)
    means, errors = table.mean(axis=0), table.std(axis=0, ddof=1) / np.sqrt(repetitions)
    biases = [(float(means[k]), float(errors[k])) for k in range(3)]
    return Optimism(field, *biases, float(means[3]), float(means[4]), float(means[5]))
