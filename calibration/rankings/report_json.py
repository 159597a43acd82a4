"""A finished ranking as one JSON object, for the command, the API and files."""

from sys import intern
from typing import Any

from django.db.models import Q

from calibration.models import PanelRanking, PanelScore
from calibration.rankings.rows import ROWS_AT_ONCE, SCORE_COLUMNS


def ranking_report(ranking: PanelRanking, most: int | None = None) -> dict[str, Any]:
    """A finished ranking as the JSON object of the command.

    most: only that many of its panels, and the recommended one.
    """
    stored = ranking.panels.order_by("kind", "rank")
    if most is not None:
        shown = Q(rank__lte=most) | Q(rank=ranking.result["recommended_rank"])
        stored = stored.filter(~Q(kind=PanelScore.Kind.PANEL) | shown)
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in PanelScore.Kind.values}
    for values in stored.values("kind", *SCORE_COLUMNS).iterator(ROWS_AT_ONCE):
        # One text for all rows that name a judge: a database hands out a new one for each.
        values["judges"] = [intern(name) for name in values["judges"]]
        rows[values.pop("kind")].append(values)
    return {
        "ranking_id": ranking.pk,
        "round": ranking.round.name,
        "parameters": ranking.parameters,
        "inputs": ranking.inputs,
        **ranking.result,
        "ranking": rows[PanelScore.Kind.PANEL],
        "single_judges": rows[PanelScore.Kind.SINGLE],
        "all_judges": rows[PanelScore.Kind.ALL][0],
    }
