"""Rank every panel of candidate judges against the clinicians of a round, and keep what was found."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.actions.audit import record_audit
from annotation.errors import BadInputError
from annotation.models import Person, Round
from calibration.actions.agreement import closed_frame
from calibration.frames import RoundFrame, VoteFrame, vote_frame
from calibration.models import Judge, PanelRanking, PanelScore
from calibration.stats import gold as gold_module
from calibration.stats.draws import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.input_error import StatisticsInputError
from calibration.stats.ranking import rank_panels
from calibration.stats.ranking_inputs import METRICS
from calibration.stats.ranking_result import PanelTable, RankingResult
from calibration.stats.ratings import Ratings
from calibration.stats.recommendation import RULE

SCORE_COLUMNS = [
    field.name
    for field in PanelScore._meta.concrete_fields
    if field.name not in ("id", "ranking", "kind", "reasons")
]
RANKED_ONLY = ("rank_low", "rank_high", "p_best", "kappa_corrected", "in_indifference_set")


def plan_ranking(
    *,
    round: Round,
    size: int = 3,
    metric: str = "kappa",
    judges: list[str] | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
    actor: Person | None,
) -> PanelRanking:
    """Store a ranking's parameters and its rule before anything is computed.

    judges: candidates by id; naming them includes also those that voted on less than 95 % of the units.
    Raises BadInputError for unknown judges or metrics.
    """
    if metric not in METRICS:
        raise BadInputError(f"Panels can be ranked on {', '.join(METRICS)}; {metric!r} is none of these.")
    if judges is not None:
        _known_judges(judges)
    parameters = {
        "size": size,
        "metric": metric,
        "judges": judges,
        "draws": draws,
        "seed": seed,
        "rule": RULE,
    }
    with transaction.atomic():
        ranking = PanelRanking.objects.create(round=round, parameters=parameters, started_by=actor)
        record_audit(actor=actor, verb="plan_ranking", target=ranking, detail=parameters)
    return ranking


def run_ranking(*, ranking: PanelRanking) -> PanelRanking:
    """Compute a planned ranking and store it. Raises BadInputError when it cannot be computed.

    Claimed by a conditional update: a second worker with the same ranking does nothing.
    """
    claimed = PanelRanking.objects.filter(pk=ranking.pk, state=PanelRanking.State.QUEUED)
    if not claimed.update(state=PanelRanking.State.RUNNING):
        ranking.refresh_from_db()
        return ranking
    try:
        frame, votes = _frames(ranking)
        result = _rank(ranking, frame, votes)
        _store(ranking, frame, votes, result)
    except (BadInputError, StatisticsInputError) as problem:
        _fail(ranking, str(problem))
        raise BadInputError(str(problem)) from problem
    except BaseException:
        _fail(ranking, "The ranking stopped unexpectedly. Nothing was lost; start it again.")
        raise
    ranking.refresh_from_db()
    return ranking


def _fail(ranking: PanelRanking, sentence: str) -> None:
    PanelRanking.objects.filter(pk=ranking.pk).update(
        state=PanelRanking.State.FAILED, error=sentence, finished_at=timezone.now()
    )


def _known_judges(names: list[str]) -> list[Judge]:
    found = {judge.judge_id: judge for judge in Judge.objects.filter(judge_id__in=names)}
    unknown = [name for name in names if name not in found]
    if unknown:
        known = ", ".join(Judge.objects.values_list("judge_id", flat=True)[:30]) or "none yet"
        raise BadInputError(f"No judge is registered as {unknown[0]!r}. Registered: {known}.")
    if len(set(names)) != len(names):
        raise BadInputError("A judge is named twice; name each candidate once.")
    return [found[name] for name in names]


def _frames(ranking: PanelRanking) -> tuple[RoundFrame, VoteFrame]:
    frame = closed_frame(ranking.round)
    names = ranking.parameters["judges"]
    return frame, vote_frame(frame, _known_judges(names) if names is not None else None)


def _rank(ranking: PanelRanking, frame: RoundFrame, votes: VoteFrame) -> RankingResult:
    asked = ranking.parameters
    ratings = Ratings.of(frame.ratings, frame.task_index)
    if not votes.judges:
        raise BadInputError(
            f"No judge has voted on the responses of round {ranking.round.name}. Import their votes with "
            "import_table votes, or run the judges."
        )

    def tell(share: float) -> None:
        PanelRanking.objects.filter(pk=ranking.pk).update(progress=int(100 * share))

    return rank_panels(
        votes.votes,
        gold_module.majority_gold(ratings),
        frame.task_index,
        votes.names,
        [None if cost is None else 1000 * cost for cost in votes.costs],
        votes.families,
        size=asked["size"],
        metric=asked["metric"],
        draws=asked["draws"],
        seed=asked["seed"],
        progress=tell,
        include_anyway=_voting(votes) if asked["judges"] is not None else (),
    )


def _voting(votes: VoteFrame) -> list[str]:
    return [name for name, share in zip(votes.names, votes.coverage, strict=True) if share > 0]


@transaction.atomic
def _store(ranking: PanelRanking, frame: RoundFrame, votes: VoteFrame, result: RankingResult) -> None:
    for kind, table in (
        (PanelScore.Kind.PANEL, result.panels),
        (PanelScore.Kind.SINGLE, result.single_judges),
        (PanelScore.Kind.ALL, result.all_judges),
    ):
        PanelScore.objects.bulk_create(_score_rows(ranking, kind, table), batch_size=2000)
    PanelRanking.objects.filter(pk=ranking.pk).update(
        state=PanelRanking.State.DONE,
        progress=100,
        finished_at=timezone.now(),
        inputs=input_hashes(frame, votes, result.draws_sha256),
        result=_summary(result),
    )


def input_hashes(frame: RoundFrame, votes: VoteFrame, draws_sha256: str | None) -> dict[str, Any]:
    """SHA-256 of everything a ranking is computed from; the same on every database."""
    return {
        "labels": frame.labels_sha256,
        "votes": votes.sha256,
        "rubric_revisions": frame.rubrics_sha256,
        "responses": frame.responses_sha256,
        "prompt": {
            judge: p.sha256 if p else None for judge, p in zip(votes.names, votes.prompts, strict=True)
        },
        "draws": draws_sha256,
    }


def _score_rows(ranking: PanelRanking, kind: str, table: PanelTable) -> list[PanelScore]:
    rows = []
    for place, row in enumerate(table.rows(), start=1):
        values = {name: row[name] for name in SCORE_COLUMNS if name != "rank"}
        rows.append(PanelScore(ranking=ranking, kind=kind, rank=place, **values))
    return rows


def _summary(result: RankingResult) -> dict[str, Any]:
    return {
        "n_units": result.n_units,
        "n_units_decided": result.n_units_decided,
        "n_tasks": result.n_tasks,
        "n_panels": len(result.panels),
        "recommended": list(result.recommended),
        "recommended_rank": result.recommendation.panel + 1,
        "first_by_rank": list(result.first_by_rank),
        "considered": len(result.recommendation.considered),
        "rule": result.recommendation.rule,
        "optimism": result.optimism,
        "leave_tasks_out": result.leave_tasks_out.as_json(),
        "interval_reason": result.interval_reason,
        "warnings": [{"code": warning.code, "sentence": warning.sentence} for warning in result.warnings],
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
