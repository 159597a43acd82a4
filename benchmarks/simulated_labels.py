"""Labels of which the truth is known: units nested in tasks that differ, and raters who err together.

A latent normal score decides each error: rater j errs on unit i when sqrt(unit) u_i + sqrt(task) v_t +
sqrt(own) w_tj + sqrt(rest) e_ij < q_j,    q_j = Phi^-1(error rate of j). u and v are shared by all
raters, w belongs to a rater in a task, so errors resemble each other within tasks. Gold is met where a
latent score with a task part of its own lies below Phi^-1(prevalence); errors do not depend on gold.
Everything that is to be estimated therefore has an exact true value, given below.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.polynomial.hermite_e import hermegauss
from numpy.typing import NDArray
from scipy.stats import norm

RESPONSES = 4
FEWEST_CRITERIA, MOST_CRITERIA = 6, 13
QUADRATURE_POINTS = 80


@dataclass(frozen=True)
class Labelling:
    """Who labels and how. unit, task, own: shares of the latent variance, together below 1."""

    error_rates: tuple[float, ...]
    unit: float
    task: float
    own: float
    prevalence: float = 0.6
    prevalence_task: float = 0.15

    @property
    def shared(self) -> float:
        """Latent correlation of the errors of two raters on one unit."""
        return self.unit + self.task


@dataclass(frozen=True)
class Labels:
    """values: U x R, gold: U, tasks: U, numbers from 0."""

    values: NDArray[np.int8]
    gold: NDArray[np.int8]
    tasks: NDArray[np.int64]


def simulate(
    labelling: Labelling,
    n_tasks: int,
    stream: np.random.RandomState,
    sizes: NDArray[np.int64] | None = None,
) -> Labels:
    """Draw tasks with the gold and the labels of every rater; of 24 to 52 units, unless sizes (T) says."""
    if sizes is None:
        sizes = stream.randint(FEWEST_CRITERIA, MOST_CRITERIA + 1, n_tasks) * RESPONSES
    tasks = np.repeat(np.arange(n_tasks), sizes)
    n_units, n_raters = len(tasks), len(labelling.error_rates)
    parts = (labelling.unit, labelling.task, labelling.own, 1 - labelling.shared - labelling.own)
    shapes = ((n_units, 1), (n_tasks, 1), (n_tasks, n_raters), (n_units, n_raters))
    unit, task, own, rest = (
        np.sqrt(share) * stream.standard_normal(shape) for share, shape in zip(parts, shapes, strict=True)
    )
    errs = unit + (task + own)[tasks] + rest < norm.ppf(labelling.error_rates)
    between, within = labelling.prevalence_task, 1 - labelling.prevalence_task
    ease = np.sqrt(between) * stream.standard_normal(n_tasks)[tasks]
    gold = ease + np.sqrt(within) * stream.standard_normal(n_units) < norm.ppf(labelling.prevalence)
    return Labels((errs ^ gold[:, None]).astype(np.int8), gold.astype(np.int8), tasks)


def true_kappa(error_rate: float | NDArray[np.float64], prevalence: float) -> NDArray[np.float64]:
    """Cohen kappa against gold of a verdict that is wrong with this probability, whatever gold is."""
    says_met = prevalence * (1 - error_rate) + (1 - prevalence) * error_rate
    pe = says_met * prevalence + (1 - says_met) * (1 - prevalence)
    return (1 - error_rate - pe) / (1 - pe)


def true_fleiss(labelling: Labelling) -> float:
    """Fleiss kappa of raters with one common error rate."""
    agreed, says_met = _agreed_and_met(labelling)
    pe = says_met**2 + (1 - says_met) ** 2
    return (agreed - pe) / (1 - pe)


def true_ac1(labelling: Labelling) -> float:
    """Gwet's AC1 of the same raters."""
    agreed, says_met = _agreed_and_met(labelling)
    pe = 2 * says_met * (1 - says_met)
    return (agreed - pe) / (1 - pe)


def _agreed_and_met(labelling: Labelling) -> tuple[float, float]:
    """How often two agree, which they do when both err or neither does, and how often one says met."""
    (error_rate,) = set(labelling.error_rates)
    both_err = _given_shared(labelling, lambda errs: errs[0] * errs[1])
    says_met = labelling.prevalence * (1 - error_rate) + (1 - labelling.prevalence) * error_rate
    return 1 - 2 * (error_rate - both_err), says_met


def panel_error_rate(labelling: Labelling, panel: Sequence[int]) -> float:
    """Probability that most of the panel's judges err on a unit; exact up to the quadrature."""

    def most_err(errs: NDArray[np.float64]) -> NDArray[np.float64]:
        total = np.zeros(errs.shape[1])
        for pattern in product((0, 1), repeat=len(panel)):
            if 2 * sum(pattern) > len(panel):
                chances = [errs[j] if wrong else 1 - errs[j] for j, wrong in zip(panel, pattern, strict=True)]
                total += np.prod(chances, axis=0)
        return total

    return _given_shared(labelling, most_err)


def _given_shared(
    labelling: Labelling, probability: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> float:
    """Mean over the shared latent part, given which raters err independently of each other."""
    points, weights = hermegauss(QUADRATURE_POINTS)
    shared = labelling.shared
    limits = norm.ppf(labelling.error_rates)[:, None] - np.sqrt(shared) * points
    errs = norm.cdf(limits / np.sqrt(1 - shared))
    return float((probability(errs) * weights).sum() / weights.sum())
