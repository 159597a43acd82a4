"""Judges against judges: do they agree, and do they err together?

Three judges who make the same mistakes are worth one. For each pair, phi is the correlation of their
errors (wrong against gold or not) over the units on which both voted and gold is decided. The effective
number of k judges whose errors correlate by phi is k / (1 + (k - 1) phi) (Kish's design effect, applied
to votes).
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from annotation.verdicts.rules import MISSING
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.judges.confusion import confusion, statistic_of_counts
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.input_error import StatisticsInputError
from calibration.stats.resampling.interval import estimate_from_draws


@dataclass(frozen=True)
class JudgeErrors:
    """fleiss_kappa: among the judges' votes. phi: J x J, NaN where undefined and on the diagonal.

    mean_phi: over the pairs that have one. effective_number: judges that err independently and are worth
    as much. n_pairs, n_pairs_without_phi: pairs of judges, and those left out because one of the two
    never (or always) erred.
    """

    fleiss_kappa: Estimate
    phi: NDArray[np.float64]
    mean_phi: Estimate
    effective_number: Estimate
    n_pairs: int
    n_pairs_without_phi: int


def judge_errors(votes: ArrayLike, gold: ArrayLike, task_index: ArrayLike, draws: Draws) -> JudgeErrors:
    """votes: U x J, 1 met, 0 not met, -1 no vote, at least two judges. gold, task_index: U as in
    `judge_profile`.

    Raises StatisticsInputError for fewer than two judges and for tables that do not fit.
    """
    votes, gold = np.asarray(votes), np.asarray(gold)
    if votes.ndim != 2 or votes.shape[1] < 2:
        raise StatisticsInputError("Comparing judges with each other needs the votes of at least two judges.")
    if gold.shape != votes.shape[:1]:
        raise StatisticsInputError(f"Gold needs one value for each of the {len(votes)} units of the votes.")
    ratings = Ratings.of(votes, task_index, n_tasks=draws.n_tasks)
    kappa = agreement_summary(ratings, draws, ["fleiss_kappa"])["fleiss_kappa"]
    comparable = (votes != MISSING) & (gold[:, None] != MISSING)
    errors = np.where(comparable, votes != gold[:, None], MISSING)
    phi, drawn = _pairwise_phi(errors, ratings.tasks, draws)
    known = ~np.isnan(phi)
    used = comparable.sum(axis=1) >= 2
    n_used = {"n_units": int(used.sum()), "n_tasks": len(np.unique(ratings.tasks[used]))}
    mean_phi, effective = _summary(phi[known], drawn[:, known], votes.shape[1], draws, n_used)
    return JudgeErrors(
        kappa, _square(phi, votes.shape[1]), mean_phi, effective, len(phi), int((~known).sum())
    )


def effective_number(n_judges: int, phi: NDArray[np.float64]) -> NDArray[np.float64]:
    """k / (1 + (k - 1) phi); NaN where the denominator is not above zero (errors that cancel out more
    than fully).
    """
    denominator = 1 + (n_judges - 1) * np.asarray(phi, dtype=np.float64)
    return np.where(denominator > 1e-12, n_judges / np.maximum(denominator, 1e-12), np.nan)


def _pairwise_phi(
    errors: NDArray[np.int64], tasks: NDArray[np.int64], draws: Draws
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """phi of each pair on all tasks (length of pairs) and in each draw (D x pairs)."""
    pairs = combinations(range(errors.shape[1]), 2)
    per_task = [confusion(errors[:, a], errors[:, b], tasks, draws.n_tasks).per_task for a, b in pairs]
    drawn = draws.sums(np.hstack(per_task)).reshape(draws.n_draws, len(per_task), 4)
    totals = np.stack([counts.sum(axis=0) for counts in per_task])
    return statistic_of_counts("mcc", totals), statistic_of_counts("mcc", drawn)


def _summary(
    phi: NDArray[np.float64],
    drawn: NDArray[np.float64],
    n_judges: int,
    draws: Draws,
    n_used: dict[str, int],
) -> tuple[Estimate, Estimate]:
    """Mean phi and the effective number. A draw counts when every pair that has a phi on all tasks has
    one there.
    """
    if not phi.size:
        reason = reasons.CONSTANT_SIDE if n_used["n_units"] else reasons.NO_DATA
        return no_estimate(reason, **n_used), no_estimate(reason, **n_used)
    mean, of_draws = float(phi.mean()), drawn.mean(axis=1)
    n_units, n_tasks = n_used["n_units"], n_used["n_tasks"]
    mean_phi = estimate_from_draws(mean, of_draws, draws, n_units=n_units, n_tasks=n_tasks)
    number = float(effective_number(n_judges, np.array(mean)))
    if not np.isfinite(number):
        return mean_phi, no_estimate(reasons.ERRORS_CANCEL, **n_used)
    of_draws = effective_number(n_judges, of_draws)
    return mean_phi, estimate_from_draws(number, of_draws, draws, n_units=n_units, n_tasks=n_tasks)


def _square(pairs: NDArray[np.float64], n_judges: int) -> NDArray[np.float64]:
    square = np.full((n_judges, n_judges), np.nan)
    for (first, second), phi in zip(combinations(range(n_judges), 2), pairs, strict=True):
        square[first, second] = square[second, first] = phi
    return square
