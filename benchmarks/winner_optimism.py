"""How far the kappa of a chosen panel lies from its true one: as it is, corrected, and with its interval."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.simulated_labels import simulate
from benchmarks.winner_fields import COSTS, JUDGES, Field
from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.ranking.ranking_result import RankingResult
from calibration.stats.ranking.winners_curse import ChosenKappa

ESTIMATORS = ("apparent", "optimism", "out-of-bag", "their mean", "leave-tasks-out", "corrected")
CHOICES = ("first by rank", "recommended")
FIRST_SEED = 40_000_000
NAMES = [f"judge {number:02d}" for number in range(JUDGES)]


@dataclass(frozen=True)
class Bias:
    """Mean over repetitions of (reported - true), its standard error, and the root of the mean square."""

    mean: float
    error: float
    root_mean_square: float


@dataclass(frozen=True)
class Optimism:
    """One choice in one field, by estimator.

    naive, corrected: coverage of the interval of the chosen panel as if it had been named beforehand, and of
    that of the corrected kappa. width: of the latter. lost: true kappa of the truly best panel minus that of
    the chosen one.
    """

    field: Field
    n_tasks: int
    choice: str
    biases: dict[str, Bias]
    naive: float
    corrected: float
    width: float
    lost: float


def winner_optimism(field: Field, n_tasks: int, repetitions: int, n_draws: int) -> list[Optimism]:
    """Rank all panels of simulated judges again and again, and compare with the exact true kappas."""
    truth = field.truth()
    rows: list[list[list[float]]] = [[], []]
    for repetition in range(repetitions):
        seed = FIRST_SEED + repetition
        labels = simulate(field.labelling, n_tasks, np.random.RandomState(seed))
        ranking = rank_panels(
            labels.values, labels.gold, labels.tasks, NAMES, COSTS, draws=n_draws, seed=repetition
        )
        for chosen, of_choice in zip((ranking.chosen_by_rank, ranking.chosen_by_rule), rows, strict=True):
            assert chosen is not None
            true = truth[tuple(ranking.panels.members[chosen.panel].tolist())]
            of_choice.append(_measured(ranking, chosen, true, max(truth.values())))
    pairs = zip(CHOICES, rows, strict=True)
    return [_summary(field, n_tasks, choice, np.array(of_choice)) for choice, of_choice in pairs]


def _measured(ranking: RankingResult, chosen: ChosenKappa, true: float, best: float) -> list[float]:
    row, unseen = ranking.panels.row(chosen.panel), ranking.leave_tasks_out.value
    found = (chosen.apparent, chosen.optimism_corrected, chosen.out_of_bag, unseen, chosen.corrected.value)
    apparent, optimism, out_of_bag, left_out, value = (np.nan if one is None else one for one in found)
    reported = [apparent, optimism, out_of_bag, (optimism + out_of_bag) / 2, left_out, value]
    low, high = chosen.corrected.low, chosen.corrected.high
    if low is None or high is None:
        low, high = -np.inf, np.inf
    naive = row["kappa_low"] <= true <= row["kappa_high"]
    return [one - true for one in reported] + [naive, low <= true <= high, high - low, best - true]


def _summary(field: Field, n_tasks: int, choice: str, rows: NDArray[np.float64]) -> Optimism:
    errors = rows[:, : len(ESTIMATORS)]
    biases = {
        name: Bias(
            float(np.nanmean(column)),
            float(np.nanstd(column, ddof=1) / np.sqrt(len(column))),
            float(np.sqrt(np.nanmean(column**2))),
        )
        for name, column in zip(ESTIMATORS, errors.T, strict=True)
    }
    naive, corrected, width, lost = rows[:, len(ESTIMATORS) :].mean(axis=0).tolist()
    return Optimism(field, n_tasks, choice, biases, naive, corrected, width, lost)
