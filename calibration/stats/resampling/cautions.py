"""When a number should be read with caution, in words; never a verdict and never a gate."""

from calibration.stats.resampling.estimate import Estimate

FEW_TASKS = 30
FEW_DRAWS = 200
LARGEST_UNDEFINED_SHARE = 0.01


def few_tasks(n_tasks: int) -> str | None:
    """A caution for a slice of fewer than 30 tasks; None otherwise."""
    if n_tasks >= FEW_TASKS:
        return None
    tasks = "task" if n_tasks == 1 else "tasks"
    return f"This rests on {n_tasks} {tasks}; with fewer than {FEW_TASKS} the interval is only a rough guide."


def few_draws(n_draws: int) -> str | None:
    """A caution for fewer than 200 bootstrap draws; None for none, where there is no interval to doubt."""
    if n_draws == 0 or n_draws >= FEW_DRAWS:
        return None
    draws = "draw" if n_draws == 1 else "draws"
    return (
        f"The interval comes from {n_draws} bootstrap {draws}; with fewer than {FEW_DRAWS} its ends are "
        "mostly chance."
    )


def undefined_draws(estimate: Estimate, n_draws: int) -> str | None:
    """A caution when the statistic was undefined in more than 1 % of the draws; None otherwise."""
    if not n_draws or estimate.undefined_draws / n_draws <= LARGEST_UNDEFINED_SHARE:
        return None
    return (
        f"The statistic was undefined in {estimate.undefined_draws:,} of {n_draws:,} bootstrap draws; "
        "these are left out, so the interval may be too narrow."
    )


def cautions(estimate: Estimate, n_draws: int) -> list[str]:
    """Every caution that applies to the interval of an estimate; none where it has a reason instead."""
    if estimate.low is None:
        return []
    possible = (few_tasks(estimate.n_tasks), few_draws(n_draws), undefined_draws(estimate, n_draws))
    return [caution for caution in possible if caution is not None]
