"""Estimates that were stored as JSON or as columns, back as Estimates for the page."""

from collections.abc import Mapping
from typing import Any

from calibration.models import PanelScore
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.headline import APPROXIMATE, EXPANDED, PERCENTILE
from calibration.stats.resampling.reasons import BY_FIRST_RULES, CHOSEN_FOR_IT, ONE_CATEGORY


def estimate_in(stored: dict[str, Any]) -> Estimate:
    """An Estimate from its JSON: of a report, or of a manifest or a ranking of earlier days.

    Those name no percentiles: their low and high are percentiles.
    """
    is_published = "percentile_low" not in stored
    low, high = ("low", "high") if is_published else ("percentile_low", "percentile_high")
    method = PERCENTILE if stored["low"] is not None else ""
    return Estimate(
        stored["value"],
        stored["low"],
        stored["high"],
        stored["n_units"],
        stored["n_tasks"],
        method=stored.get("method") or method,
        reason=stored["reason"],
        percentile_low=stored[low],
        percentile_high=stored[high],
    )


def corrected_kappa(row: PanelScore, result: dict[str, Any], chosen: str) -> Estimate:
    """Kappa of a panel corrected for having been chosen, `chosen` by_rank or by_rule.

    Rankings of earlier days stored the column of the table alone, without an interval.
    """
    stored = result.get(f"chosen_{chosen}")
    if stored is not None:
        return estimate_in(stored)
    reason = result["interval_reason"] or (ONE_CATEGORY if row.kappa_corrected is None else BY_FIRST_RULES)
    return Estimate(row.kappa_corrected, None, None, row.units, result["n_tasks"], reason=reason)


def shown_kappa(row: Mapping[str, Any]) -> tuple[float | None, float | None, str | None]:
    """(low, high, method) of a stored row of a panel. Rankings of earlier days stored the percentiles alone.

    Ends that are the same are no interval: every draw gave the same kappa.
    """
    low, high = row["kappa_headline_low"], row["kappa_headline_high"]
    if low is not None:
        return low, high, APPROXIMATE if row["kappa_low"] == row["kappa_high"] else EXPANDED
    if row["kappa_low"] is None or row["kappa_low"] == row["kappa_high"]:
        return None, None, None
    return row["kappa_low"], row["kappa_high"], PERCENTILE


def is_chosen(row: PanelScore, result: dict[str, Any]) -> bool:
    """Whether it is the first or the recommended panel of a ranking; no baseline is."""
    return row.kind == PanelScore.Kind.PANEL and row.rank in (1, result["recommended_rank"])


def kappa_of(row: PanelScore, result: dict[str, Any]) -> Estimate:
    """Kappa of a panel with its interval, and the reason where one of them is missing.

    A panel that was chosen for its kappa, by rank or by the rule, has no interval about it: see
    `corrected_kappa`. Of baselines rankings of earlier days stored the percentiles alone.
    """
    named = result.get("named_panels", {}).get(row.kind)
    if named is not None:
        return estimate_in(named[row.rank - 1])
    if row.kappa is not None and not result["interval_reason"] and is_chosen(row, result):
        return Estimate(row.kappa, None, None, row.units, result["n_tasks"], reason=CHOSEN_FOR_IT)
    reason = ONE_CATEGORY if row.kappa is None else result["interval_reason"]
    ends = row.kappa_low, row.kappa_high
    return Estimate(
        row.kappa,
        *ends,
        row.units,
        result["n_tasks"],
        method="" if row.kappa_low is None else PERCENTILE,
        reason=reason,
        percentile_low=row.kappa_low,
        percentile_high=row.kappa_high,
    )
