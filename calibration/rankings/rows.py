"""A computed ranking as rows and JSON."""

from typing import Any

from annotation.base.action import action
from annotation.base.bulk import insert_rows
from calibration.agreement.panel import ceiling_as_json, panel_alt_test, panel_ceiling, panel_kappa
from calibration.judging.parse import PARSER_VERSION
from calibration.models import PanelRanking, PanelScore
from calibration.rankings.claim import Claim
from calibration.ratings.judged_round import JudgedRound
from calibration.stats.ranking.ranking_result import PanelTable, RankingResult
from calibration.stats.ranking.winners_curse import ChosenKappa
from calibration.stats.resampling.draws import task_draws
from calibration.stats.resampling.in_blocks import blocks

ROWS_AT_ONCE = 20_000
SCORE_COLUMNS = [
    field.name
    for field in PanelScore._meta.concrete_fields
    if field.name not in ("id", "ranking", "kind", "reasons")
]


@action
def store_result(claim: Claim, judged: JudgedRound, result: RankingResult) -> None:
    """Write all panels and what else was found, in one transaction; ClaimLostError when another worker does.

    The row changes first: it stays locked until the end, so that nobody can take the ranking meanwhile.
    """
    claim.end(
        PanelRanking.State.DONE,
        progress=100,
        inputs={
            **judged.hashes(result.draws_sha256),
            "parser": PARSER_VERSION,
            "prompt_versions": judged.prompt_versions,
        },
        result=summary(result, judged)
        | {"human_ceiling": _ceiling(judged, result), "named_panels": _named_panels(judged, result)},
    )
    for kind, table in (
        (PanelScore.Kind.PANEL, result.panels),
        (PanelScore.Kind.SINGLE, result.single_judges),
        (PanelScore.Kind.ALL, result.all_judges),
    ):
        _insert(table, ranking_id=claim.ranking_id, kind=kind)


def summary(result: RankingResult, judged: JudgedRound) -> dict[str, Any]:
    """Everything about a ranking but the panels themselves, ready for JSON.

    n_units: with any label, of all that the round has; those with gold are ranked on.
    """
    return {
        "n_units": judged.labels.n_labelled,
        "n_units_found": result.n_units,
        "n_units_decided": result.n_units_decided,
        "n_tasks": result.n_tasks,
        "n_panels": len(result.panels),
        "recommended": list(result.recommended),
        "recommended_rank": result.recommendation.panel + 1,
        "first_by_rank": list(result.first_by_rank),
        "considered": len(result.recommendation.considered),
        "rule": result.recommendation.rule,
        "optimism": result.optimism,
        "chosen_by_rank": _chosen(result.chosen_by_rank),
        "chosen_by_rule": _chosen(result.chosen_by_rule),
        "leave_tasks_out": result.leave_tasks_out.as_json(),
        "interval_reason": result.interval_reason,
        "warnings": [
            *({"code": warning.code, "sentence": warning.sentence} for warning in result.warnings),
            *({"code": "other_prompts", "sentence": sentence} for sentence in judged.other_prompts),
        ],
        "candidates": [
            {
                "judge": candidate.name,
                "family": candidate.family,
                "cost_per_1000": candidate.cost,
                "coverage": candidate.coverage,
                "included": candidate.included,
            }
            for candidate in result.candidates
        ],
    }


def _chosen(kappa: ChosenKappa | None) -> dict[str, Any] | None:
    return None if kappa is None else kappa.as_json()


def _insert(table: PanelTable, **constants: Any) -> None:
    """The table as rows, a block at a time: as Python values, all 142,506 panels of C(30, 5) take 400 MB.

    Baselines have no rank of their own: their position counts.
    """
    for block in blocks(len(table), ROWS_AT_ONCE):
        ranks = {"rank": range(block.start + 1, block.stop + 1)}
        insert_rows(PanelScore, table.columns(SCORE_COLUMNS, block) | ranks, **constants)


def _named_panels(judged: JudgedRound, result: RankingResult) -> dict[str, list[dict[str, Any]]]:
    """Kappa of the baselines by kind and position: nobody chose them for it, so it has its own interval."""
    draws = task_draws(len(judged.labels.tasks), result.draws, result.seed)
    tables = {PanelScore.Kind.SINGLE: result.single_judges, PanelScore.Kind.ALL: result.all_judges}
    return {
        str(kind): [panel_kappa(judged, table.names(row), draws).as_json() for row in range(len(table))]
        for kind, table in tables.items()
    }


def _ceiling(judged: JudgedRound, result: RankingResult) -> dict[str, Any]:
    """The recommended panel beside the clinicians themselves."""
    draws = task_draws(len(judged.labels.tasks), result.draws, result.seed)
    ceiling = panel_ceiling(judged, result.recommended, draws)
    return ceiling_as_json(ceiling, panel_alt_test(judged, result.recommended))
