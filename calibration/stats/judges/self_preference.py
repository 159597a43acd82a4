"""Is a judge more lenient with models of its own family?

The difference between the judge's net bias (FP - FN) / n on responses of its own family and on all
others, paired by the task draws. Above zero the judge favours its relatives.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.judges.confusion import Confusion, confusion, estimate, statistic_of_counts
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate
from calibration.stats.resampling.interval import estimate_from_draws


@dataclass(frozen=True)
class SelfPreference:
    """Net bias on the own family, on the others, and their difference."""

    own: Estimate
    others: Estimate
    difference: Estimate


def self_preference(
    verdicts: ArrayLike, gold: ArrayLike, task_index: ArrayLike, own_family: ArrayLike, draws: Draws
) -> SelfPreference:
    """verdicts, gold, task_index as in `judge_profile`; own_family: U booleans, the response is by a
    relative.
    """
    own_units = np.asarray(own_family, dtype=bool)
    said, reference, tasks = np.asarray(verdicts), np.asarray(gold), np.asarray(task_index)
    own = confusion(said[own_units], reference[own_units], tasks[own_units], draws.n_tasks)
    others = confusion(said[~own_units], reference[~own_units], tasks[~own_units], draws.n_tasks)
    difference = _difference(own, others, draws)
    return SelfPreference(estimate("net_bias", own, draws), estimate("net_bias", others, draws), difference)


def _difference(own: Confusion, others: Confusion, draws: Draws) -> Estimate:
    n_units = own.n_units + others.n_units
    used = ((own.per_task + others.per_task).sum(axis=1) > 0).sum()
    values = [side.value("net_bias") for side in (own, others)]
    if values[0] is None or values[1] is None:
        return no_estimate(reasons.NO_DATA, n_units=n_units, n_tasks=int(used))
    drawn = [statistic_of_counts("net_bias", draws.sums(side.per_task)) for side in (own, others)]
    return estimate_from_draws(
        values[0] - values[1], drawn[0] - drawn[1], draws, n_units=n_units, n_tasks=int(used)
    )
