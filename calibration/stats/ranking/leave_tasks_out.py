"""What the rule "take the panel that ranks first" earns on tasks it has not seen (STATISTICS.md section 5).

Ten folds of tasks, fold = position in sorted order mod 10. On nine folds the first panel is chosen, on the
tenth it is counted; the counts of all folds are pooled. The interval draws tasks while the ten choices stay
as they are.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.stats.judges.confusion import Confusion, estimate
from calibration.stats.ranking.panels import PanelCounts
from calibration.stats.ranking.ranking_order import PanelOrder
from calibration.stats.resampling import reasons
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate, no_estimate

FOLDS = 10


def fold_choices(counts: PanelCounts, order: PanelOrder) -> NDArray[np.int64]:
    """The panel chosen for each task from the tasks of the other folds, length T."""
    n_tasks = counts.tp.shape[1]
    fold = np.arange(n_tasks) % FOLDS
    chosen = np.empty(n_tasks, dtype=np.int64)
    for held_out in range(min(FOLDS, n_tasks)):
        chosen[fold == held_out] = order.first(counts, np.flatnonzero(fold != held_out))
    return chosen


def leave_tasks_out(counts: PanelCounts, order: PanelOrder, draws: Draws) -> Estimate:
    """Cohen kappa of the choices, each on its held-out tasks, pooled."""
    n_tasks = counts.tp.shape[1]
    if n_tasks < 2:
        return no_estimate(reasons.ONE_TASK, n_tasks=n_tasks)
    chosen = fold_choices(counts, order)
    per_task = np.stack([counts.per_task(panel)[task] for task, panel in enumerate(chosen)])
    judged = per_task.sum(axis=1)
    return estimate("kappa", Confusion(per_task, int(judged.sum()), int((judged > 0).sum())), draws)
