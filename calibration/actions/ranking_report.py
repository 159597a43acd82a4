"""A finished ranking as one JSON object, for the command, the API and files."""

from typing import Any

from calibration.actions.ranking_rows import SCORE_COLUMNS
from calibration.models import PanelRanking, PanelScore


def ranking_report(ranking: PanelRanking) -> dict[str, Any]:
    """A finished ranking as the JSON object of the command."""
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in PanelScore.Kind.values}
    for values in ranking.panels.order_by("kind", "rank").values("kind", *SCORE_COLUMNS):
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
