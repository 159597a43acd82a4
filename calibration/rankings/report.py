"""A finished ranking, read from what it stored: the page and the command's --json render one report."""

from dataclasses import dataclass
from functools import cached_property
from sys import intern
from typing import Any

from django.db.models import Q

from calibration.models import PanelRanking, PanelScore
from calibration.rankings.cost_plot import MOST_DOTS, CostPlot, Dot, cost_plot
from calibration.rankings.rows import ROWS_AT_ONCE, SCORE_COLUMNS
from calibration.rankings.stored_estimates import corrected_kappa, estimate_in, kappa_of, shown_kappa
from calibration.stats.resampling.estimate import Estimate

Kind = PanelScore.Kind


@dataclass(frozen=True)
class RankingReport:
    """recommended and first: rows of the ranking, which may be the same. singles: each judge alone.

    recommended_kappa, first_kappa: corrected for having been chosen. leave_tasks_out: kappa of the choice on
    tasks it has not seen. others: what other ways of correcting give for the first panel. ceiling: (panel,
    clinician, difference) on average, None where it was not computed. The panels themselves are read when
    they are asked for.
    """

    ranking: PanelRanking
    recommended: PanelScore
    first: PanelScore
    recommended_kappa: Estimate
    first_kappa: Estimate
    leave_tasks_out: Estimate
    others: dict[str, Any] | None
    ceiling: dict[str, Estimate] | None
    alt_test: dict[str, Any] | None
    n_in_set: int | None
    singles: list[tuple[PanelScore, Estimate]]
    together: tuple[PanelScore, Estimate]

    @cached_property
    def plot(self) -> CostPlot | None:
        """Kappa against cost, of the best MOST_DOTS panels and the recommended one whatever its rank."""
        result, panels = self.ranking.result, self.ranking.panels.filter(kind=Kind.PANEL)
        return cost_plot(_dots(panels, result["recommended_rank"]), result["n_panels"])

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """The JSON object of the command. most: only that many of its panels, and the recommended one."""
        ranking = self.ranking
        rows = _rows_by_kind(ranking, most)
        return {
            "ranking_id": ranking.pk,
            "round": ranking.round.name,
            "parameters": ranking.parameters,
            "inputs": ranking.inputs,
            **ranking.result,
            "ranking": rows[Kind.PANEL],
            "single_judges": rows[Kind.SINGLE],
            "all_judges": rows[Kind.ALL][0],
        }


def ranking_report(ranking: PanelRanking) -> RankingReport:
    """The report of a ranking that is done."""
    result = ranking.result
    panels = ranking.panels.filter(kind=Kind.PANEL)
    first = panels.get(rank=1)
    recommended = panels.get(rank=result["recommended_rank"])
    ceiling = result.get("human_ceiling") or {}
    means = ceiling.get("mean") or {}
    together = ranking.panels.get(kind=Kind.ALL)
    singles = ranking.panels.filter(kind=Kind.SINGLE).order_by("rank")
    n_in_set = panels.filter(in_indifference_set=True).count()
    return RankingReport(
        ranking=ranking,
        recommended=recommended,
        first=first,
        recommended_kappa=corrected_kappa(recommended, result, "by_rule"),
        first_kappa=corrected_kappa(first, result, "by_rank"),
        leave_tasks_out=estimate_in(result["leave_tasks_out"]),
        others=result.get("chosen_by_rank"),
        ceiling={name: estimate_in(mean) for name, mean in means.items()} or None,
        alt_test=ceiling.get("alternative_annotator_test"),
        n_in_set=None if result["interval_reason"] else n_in_set,
        singles=[(row, kappa_of(row, result)) for row in singles],
        together=(together, kappa_of(together, result)),
    )


def _dots(panels: Any, recommended: int) -> list[Dot]:
    ends = ("kappa_low", "kappa_high", "kappa_headline_low", "kappa_headline_high")
    fields = ("rank", "kappa", "cost_per_1000", "in_indifference_set", *ends)
    drawn = panels.filter(Q(rank__lte=MOST_DOTS) | Q(rank=recommended), kappa__isnull=False)
    rows = drawn.order_by("rank").values(*fields)
    return [
        Dot(
            row["rank"],
            row["kappa"],
            *_unless_chosen(*shown_kappa(row)[:2], row["rank"] in (1, recommended)),
            row["cost_per_1000"],
            bool(row["in_indifference_set"]),
            row["rank"] == recommended,
        )
        for row in rows
    ]


def _unless_chosen(
    low: float | None, high: float | None, is_chosen: bool
) -> tuple[float | None, float | None]:
    """The interval of a panel as if it had been named beforehand, which no chosen one has."""
    return (None, None) if is_chosen else (low, high)


def _rows_by_kind(ranking: PanelRanking, most: int | None) -> dict[str, list[dict[str, Any]]]:
    scores = ranking.panels.order_by("kind", "rank")
    if most is not None:
        wanted = Q(rank__lte=most) | Q(rank=ranking.result["recommended_rank"])
        scores = scores.filter(~Q(kind=Kind.PANEL) | wanted)
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in Kind.values}
    for values in scores.values("kind", *SCORE_COLUMNS).iterator(ROWS_AT_ONCE):
        # One text for all rows that name a judge: a database hands out a new one for each.
        low, high, method = shown_kappa(values)
        values |= {"percentile_low": values["kappa_low"], "percentile_high": values["kappa_high"]}
        values |= {"kappa_low": low, "kappa_high": high, "method": method}
        del values["kappa_headline_low"], values["kappa_headline_high"]
        values["judges"] = [intern(name) for name in values["judges"]]
        rows[values.pop("kind")].append(values)
    for kind, named in ranking.result.get("named_panels", {}).items():
        for row in rows[kind]:
            kappa = named[row["rank"] - 1]
            row |= {"kappa_low": kappa["low"], "kappa_high": kappa["high"], "method": kappa["method"]}
    return rows
