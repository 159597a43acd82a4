"""A number with its interval, what it rests on, and a reason when it cannot be given."""

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Estimate:
    """One statistic, ready to be shown or stored.

    value, low, high: finite floats or None; low and high are the 95 % interval to show, the headline.
    n_units, n_tasks, n_ratings: how many units, tasks and ratings the value rests on.
    method: which interval the headline is, a word of `headline.py`; of a corrected value, how it was made.
    percentile_low, percentile_high: the published interval, plain percentiles of the draws.
    reason: a code of `reasons.py`: why there is no value or, beside a value, why there is no interval.
    undefined_draws: bootstrap draws left out because the statistic was undefined in them.
    Raises ValueError for a value that is not finite, and for a missing value without a reason.
    """

    value: float | None
    low: float | None
    high: float | None
    n_units: int
    n_tasks: int
    n_ratings: int | None = None
    method: str = ""
    reason: str | None = None
    undefined_draws: int = 0
    percentile_low: float | None = None
    percentile_high: float | None = None

    def __post_init__(self) -> None:
        for name in ("value", "low", "high", "percentile_low", "percentile_high"):
            object.__setattr__(self, name, _finite_or_none(name, getattr(self, name)))
        for name in ("n_units", "n_tasks", "undefined_draws"):
            object.__setattr__(self, name, int(getattr(self, name)))
        if self.value is None and self.reason is None:
            raise ValueError("An estimate without a value needs a reason.")

    def as_json(self) -> dict[str, Any]:
        """For reports: the headline and the percentiles, safe for strict JSON."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "method": self.method or None,
            "percentile_low": self.percentile_low,
            "percentile_high": self.percentile_high,
            "n_units": self.n_units,
            "n_tasks": self.n_tasks,
            "reason": self.reason,
        }

    def as_published(self) -> dict[str, Any]:
        """For tables, manifests and model_means.json: low and high are the percentiles."""
        return {
            "value": self.value,
            "low": self.percentile_low,
            "high": self.percentile_high,
            "n_units": self.n_units,
            "n_tasks": self.n_tasks,
            "reason": self.reason if self.percentile_low is None else None,
        }


def no_estimate(reason: str, *, n_units: int = 0, n_tasks: int = 0, n_ratings: int | None = None) -> Estimate:
    """An estimate that cannot be given, and why."""
    return Estimate(None, None, None, n_units, n_tasks, n_ratings=n_ratings, reason=reason)


def _finite_or_none(name: str, number: float | None) -> float | None:
    if number is None:
        return None
    if not math.isfinite(number):
        raise ValueError(f"The {name} of an estimate must be a finite number or None, not {number}.")
    return float(number)
