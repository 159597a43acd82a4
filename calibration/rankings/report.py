"""What the page of a finished ranking shows beside its table of panels."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from calibration.models import PanelRanking, PanelScore
from calibration.rankings.cost_plot import MOST_DOTS, CostPlot, Dot, cost_plot
from calibration.rankings.stored_estimates import estimate_in, kappa_of
from calibration.stats.resampling.estimate import Estimate

Kind = PanelScore.Kind


@dataclass(frozen=True)
class RankingPage:
    """recommended and first: rows of the ranking, which may be the same. best_single: the best single judge.

    leave_tasks_out: kappa of the choice on tasks it has not seen. ceiling: (panel, clinician, difference) on
    average, None where it was not computed.
    """

    recommended: PanelScore
    first: PanelScore
    recommended_kappa: Estimate
    first_kappa: Estimate
    leave_tasks_out: Estimate
    ceiling: dict[str, Estimate] | None
    alt_test: dict[str, Any] | None
    n_in_set: int | None
    singles: list[tuple[PanelScore, Estimate]]
    together: tuple[PanelScore, Estimate]
    plot: CostPlot | None


def ranking_page(ranking: PanelRanking) -> RankingPage:
    """Everything but the table, from what the ranking stored."""
    result = ranking.result
    panels = ranking.panels.filter(kind=Kind.PANEL)
    first = panels.get(rank=1)
    recommended = panels.get(rank=result["recommended_rank"])
    ceiling = result.get("human_ceiling") or {}
    together = ranking.panels.get(kind=Kind.ALL)
    singles = ranking.panels.filter(kind=Kind.SINGLE).order_by("rank")
    in_set = panels.filter(in_indifference_set=True).count()
    return RankingPage(
        recommended=recommended,
        first=first,
        recommended_kappa=kappa_of(recommended, result),
        first_kappa=kappa_of(first, result),
        leave_tasks_out=estimate_in(result["leave_tasks_out"]),
        ceiling={name: estimate_in(one) for name, one in ceiling["mean"].items()}
        if ceiling.get("mean")
        else None,
        alt_test=ceiling.get("alternative_annotator_test"),
        n_in_set=None if result["interval_reason"] else in_set,
        singles=[(row, kappa_of(row, result)) for row in singles],
        together=(together, kappa_of(together, result)),
        plot=cost_plot(_dots(panels, result["recommended_rank"]), result["n_panels"]),
    )


def _dots(panels: Any, recommended: int) -> list[Dot]:
    """The best MOST_DOTS panels, and the recommended one whatever its rank."""
    fields = ("rank", "kappa", "kappa_low", "kappa_high", "cost_per_1000", "in_indifference_set")
    drawn = panels.filter(Q(rank__lte=MOST_DOTS) | Q(rank=recommended), kappa__isnull=False)
    rows = drawn.order_by("rank").values_list(*fields)
    return [
        Dot(rank, kappa, low, high, cost, bool(in_set), rank == recommended)
        for rank, kappa, low, high, cost, in_set in rows
    ]
