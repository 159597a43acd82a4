"""What can be said where all tasks say the same: no draw differs, so the bootstrap is silent.

A proportion wholly at 1 over T independent tasks is, with 95 % confidence, at least .05 ** (1 / T): were it
lower, T tasks without an exception would be seen in fewer than 5 % of studies. Source: Clopper & Pearson
1934, one-sided. It counts tasks, not pairs, so that pairs of one task may resemble each other.
"""

from dataclasses import dataclass

TAIL = 0.05
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Scale:
    """low, high: the range of a statistic. is_share: whether it is a proportion or a score, 0 to 1."""

    low: float = float("-inf")
    high: float = float("inf")
    is_share: bool = False

    def clipped(self, low: float, high: float) -> tuple[float, float]:
        """An interval within the range."""
        return max(low, self.low), min(high, self.high)


ANY = Scale()
SHARE = Scale(0.0, 1.0, is_share=True)
KAPPA = Scale(-1.0, 1.0)
DIFFERENCE = Scale(-1.0, 1.0)


def share_bound(value: float, n_tasks: int) -> tuple[float, float] | None:
    """(low, high) of a proportion or score wholly at 0 or 1 over n_tasks tasks; None for any other value."""
    if abs(value - 1) <= TOLERANCE:
        return TAIL ** (1 / n_tasks), 1.0
    if abs(value) <= TOLERANCE:
        return 0.0, 1 - TAIL ** (1 / n_tasks)
    return None


def kappa_bound(value: float, by_chance: float | None, n_tasks: int) -> tuple[float, float] | None:
    """(low, high) of a kappa-like value at 1: the bound of its observed agreement, less what chance gives.

    by_chance: the pe of (pa - pe) / (1 - pe), below 1. It is held as observed, so the bound is approximate.
    None for any other value, and without pe.
    """
    if by_chance is None or not by_chance < 1 or abs(value - 1) > TOLERANCE:
        return None
    return max(-1.0, (TAIL ** (1 / n_tasks) - by_chance) / (1 - by_chance)), 1.0
