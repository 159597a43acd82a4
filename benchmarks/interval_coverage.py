"""How often a 95 % interval holds the true value, when units are nested in tasks."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulated_labels import Labelling, Labels, simulate, true_fleiss, true_kappa
from calibration.stats.agreement.agreement_sums import AgreementSums, agreement_sums
from calibration.stats.agreement.coefficients import fleiss_kappa
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.confusion import confusion, statistic_of_counts
from calibration.stats.resampling.draws import Draws, task_draws
from calibration.stats.resampling.interval import jackknife_interval, percentile_interval

ERROR_RATE = 0.15
UNIT_SHARE, OWN_SHARE = 0.1, 0.15
METHODS = ("task bootstrap", "task jackknife", "unit bootstrap")
Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Case:
    """n_tasks tasks; task: latent share that makes errors alike within a task (with `OWN_SHARE` when
    above 0).
    """

    name: str
    n_tasks: int
    task: float

    @property
    def labelling(self) -> Labelling:
        own = OWN_SHARE if self.task else 0.0
        between = 0.15 if self.task else 0.0
        return Labelling((ERROR_RATE,) * 3, UNIT_SHARE, self.task, own, prevalence_task=between)


CASES = (
    Case("75 tasks that differ strongly", 75, 0.10),
    Case("30 tasks that differ strongly", 30, 0.10),
    Case("15 tasks that differ strongly", 15, 0.10),
    Case("75 tasks that do not differ", 75, 0.0),
)


@dataclass(frozen=True)
class Coverage:
    """One row of the table. shares: coverage of each of METHODS. icc: of one rater's errors within tasks."""

    case: Case
    statistic: str
    truth: float
    icc: float
    shares: tuple[float, ...]


def coverage(case: Case, repetitions: int, n_draws: int) -> list[Coverage]:
    """Coverage for a judge's kappa against gold and for three clinicians' Fleiss kappa."""
    truths = {
        "Cohen kappa, judge against gold": float(true_kappa(ERROR_RATE, case.labelling.prevalence)),
        "Fleiss kappa, three clinicians": true_fleiss(case.labelling),
    }
    held = {name: np.zeros(len(METHODS)) for name in truths}
    iccs = []
    for repetition in range(repetitions):
        labels = simulate(case.labelling, case.n_tasks, np.random.RandomState(repetition))
        iccs.append(error_icc(labels))
        both = _intervals(labels, task_draws(case.n_tasks, n_draws, repetition))
        for (name, truth), intervals in zip(truths.items(), both, strict=True):
            held[name] += [low is not None and low <= truth <= high for low, high in intervals]
    icc = float(np.mean(iccs))
    return [
        Coverage(case, name, truth, icc, tuple(held[name] / repetitions)) for name, truth in truths.items()
    ]


def error_icc(labels: Labels) -> float:
    """Intraclass correlation of the first rater's errors within tasks (analysis of variance)."""
    errs = (labels.values[:, 0] != labels.gold).astype(np.float64)
    sizes = np.bincount(labels.tasks)
    means = np.bincount(labels.tasks, errs) / sizes
    n, k = len(errs), len(sizes)
    between = (sizes * (means - errs.mean()) ** 2).sum() / (k - 1)
    within = ((errs - means[labels.tasks]) ** 2).sum() / (n - k)
    size = (n - (sizes**2).sum() / n) / (k - 1)
    return float((between - within) / (between + (size - 1) * within))


def _intervals(labels: Labels, draws: Draws) -> tuple[list[Interval], list[Interval]]:
    return _judge_intervals(labels, draws), _clinician_intervals(labels, draws)


def _judge_intervals(labels: Labels, draws: Draws) -> list[Interval]:
    per_task = confusion(labels.values[:, 0], labels.gold, labels.tasks, draws.n_tasks).per_task

    def kappa(counts: NDArray[np.float64]) -> NDArray[np.float64]:
        return statistic_of_counts("kappa", counts)

    return _three(per_task, kappa, per_task.sum(axis=0), kappa, draws)


def _clinician_intervals(labels: Labels, draws: Draws) -> list[Interval]:
    sums = agreement_sums(Ratings.of(labels.values, labels.tasks))
    votes = np.bincount(labels.values.sum(axis=1), minlength=4)  # units with 0..3 labels of met

    def of_sums(table: NDArray[np.float64]) -> NDArray[np.float64]:
        return fleiss_kappa(AgreementSums(table, sums.q, sums.scale))

    return _three(sums.table, of_sums, votes, _fleiss_of_votes, draws)


def _fleiss_of_votes(units: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fleiss kappa from how many units have 0, 1, 2 and 3 of three labels met."""
    total = units.sum(axis=-1)
    pa = (units[..., 0] + units[..., 3] + (units[..., 1] + units[..., 2]) / 3) / total
    met = units @ np.arange(4) / (3 * total)
    pe = met**2 + (1 - met) ** 2
    return (pa - pe) / (1 - pe)


def _three(
    per_task: NDArray[np.float64],
    of_sums: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    unit_kinds: NDArray[np.float64],
    of_kinds: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    draws: Draws,
) -> list[Interval]:
    """The three methods. unit_kinds: how many units there are of each kind; drawing units is drawing
    kinds.
    """
    total = per_task.sum(axis=0)
    bootstrap = percentile_interval(of_sums(draws.sums(per_task)))[:2]
    jackknife = jackknife_interval(float(of_sums(total)), of_sums(total - per_task))
    n_units = int(unit_kinds.sum())
    units = np.random.RandomState(draws.seed).multinomial(n_units, unit_kinds / n_units, size=draws.n_draws)
    return [bootstrap, jackknife, percentile_interval(of_kinds(units))[:2]]
