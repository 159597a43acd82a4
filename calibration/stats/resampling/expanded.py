"""Expanded percentiles: percentiles further out, by as much as few tasks make the plain ones too narrow.

Plain percentiles take the spread of draws for that of the statistic (too small by sqrt((T-1)/T)) and the
normal for the t distribution. Source: Hesterberg 2015, "What teachers should know about the bootstrap",
section 5.3.
"""

import math
from statistics import NormalDist

from calibration.stats.resampling.student_t import t_quantile

FEWEST_TASKS = 2
UPPER = 0.975


def expanded_levels(n_tasks: int) -> tuple[float, float]:
    """The two percentiles, 0 to 100, for a 95 % interval over so many tasks.

    100 a and 100 (1 - a) with a = Phi(-sqrt(T / (T - 1)) t(.975, T - 1)). Raises ValueError below two tasks.
    """
    if n_tasks < FEWEST_TASKS:
        raise ValueError(f"Percentiles cannot be expanded for {n_tasks} tasks; two are needed.")
    quantile = math.sqrt(n_tasks / (n_tasks - 1)) * t_quantile(UPPER, n_tasks - 1)
    tail = 100 * NormalDist().cdf(-quantile)
    return tail, 100 - tail
