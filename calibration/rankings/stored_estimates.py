"""Estimates that were stored as JSON or as columns, back as Estimates for the page."""

from typing import Any

from calibration.models import PanelScore
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.reasons import ONE_CATEGORY


def estimate_in(stored: dict[str, Any]) -> Estimate:
    """An Estimate from the JSON of the contract."""
    return Estimate(
        stored["value"],
        stored["low"],
        stored["high"],
        stored["n_units"],
        stored["n_tasks"],
        reason=stored["reason"],
    )


def kappa_of(row: PanelScore, result: dict[str, Any]) -> Estimate:
    """Kappa of a panel with its interval, and the reason where one of them is missing."""
    reason = ONE_CATEGORY if row.kappa is None else result["interval_reason"]
    return Estimate(row.kappa, row.kappa_low, row.kappa_high, row.units, result["n_tasks"], reason=reason)
