"""Plan and run a ranking of every panel of candidate judges against the clinicians of a round."""

from contextlib import suppress
from typing import Any

from django.db import transaction

from annotation.access import refuse_raters
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.models import Person, Round
from calibration.models import PanelRanking
from calibration.rankings.claim import Claim, ClaimLostError
from calibration.rankings.rows import store_result
from calibration.ratings.closed_round import checked_draws
from calibration.ratings.judged_round import JudgedRound, coverage_over_gold, round_to_rank
from calibration.stats.ranking.ranking import rank_panels
from calibration.stats.ranking.ranking_result import RankingResult
from calibration.stats.ranking.recommendation import RULE, RULES_VERSION
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.input_error import StatisticsInputError

State = PanelRanking.State


def plan_ranking(
    *,
    round: Round,
    size: int = 3,
    metric: str = "kappa",
    judges: list[str] | None = None,
    prompt: str | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
    actor: Person | None,
) -> PanelRanking:
    """Store a ranking's parameters and its rule before anything is computed.

    judges: candidates by id; naming them includes also those that voted on less than 95 % of the decided
    units. prompt: the version whose votes count, needed where several cover the round. Raises BadInputError
    when the round cannot be ranked like that, and stores nothing then.
    """
    refuse_raters(actor)
    parameters = _parameters(size, metric, judges, prompt, draws, seed)
    return _plan(round, parameters, round_to_rank(round, parameters), actor)


def rank_now(
    *,
    round: Round,
    size: int = 3,
    metric: str = "kappa",
    judges: list[str] | None = None,
    prompt: str | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
    actor: Person | None,
) -> PanelRanking:
    """Plan a ranking and run it at once; labels and votes are read and put in order once for both."""
    refuse_raters(actor)
    parameters = _parameters(size, metric, judges, prompt, draws, seed)
    judged = round_to_rank(round, parameters)
    return run_ranking(ranking=_plan(round, parameters, judged, actor), judged=judged)


def _parameters(
    size: int, metric: str, judges: list[str] | None, prompt: str | None, draws: int, seed: int
) -> dict[str, Any]:
    parameters = {
        "size": size,
        "metric": metric,
        "judges": judges,
        "draws": draws,
        "seed": seed,
        "rule": RULE,
        "version": RULES_VERSION,
    }
    return parameters if prompt is None else parameters | {"prompt": prompt}


def _plan(
    round: Round, parameters: dict[str, Any], judged: JudgedRound, actor: Person | None
) -> PanelRanking:
    checked_draws(len(judged.labels.tasks), parameters["draws"], parameters["seed"])
    with transaction.atomic():
        ranking = PanelRanking.objects.create(round=round, parameters=parameters, started_by=actor)
        record_audit(actor=actor, verb="plan_ranking", target=ranking, detail=parameters)
    return ranking


def run_ranking(*, ranking: PanelRanking, judged: JudgedRound | None = None) -> PanelRanking:
    """Compute a planned ranking and store it. Raises BadInputError when it cannot be computed.

    Claimed by a conditional update: beside another worker that is at it, this does nothing. A worker that
    died is followed once its lease has run out, and should it live after all, it writes nothing more.
    judged: what it is computed from, where that was read just now.
    """
    claim = Claim.take(ranking)
    if claim is not None:
        with suppress(ClaimLostError):
            _compute_and_store(ranking, claim, judged)
    ranking.refresh_from_db()
    return ranking


def _compute_and_store(ranking: PanelRanking, claim: Claim, judged: JudgedRound | None) -> None:
    try:
        judged = judged or round_to_rank(ranking.round, ranking.parameters)
        claim.prolong()
        result = compute_ranking(judged, ranking.parameters, claim.tell)
        claim.prolong()
        store_result(claim, judged, result)
    except ClaimLostError:
        raise
    except (BadInputError, StatisticsInputError) as problem:
        _fail(claim, str(problem))
        raise BadInputError(str(problem)) from problem
    except BaseException:
        _fail(claim, "The ranking stopped unexpectedly. Nothing was lost; start it again.")
        raise


def waiting_rankings() -> list[PanelRanking]:
    """Rankings nobody has finished: planned ones, and those whose worker may have died."""
    return list(PanelRanking.objects.filter(state__in=[State.QUEUED, State.RUNNING]).order_by("id"))


def compute_ranking(judged: JudgedRound, parameters: dict, tell=None) -> RankingResult:
    """The ranking itself, from labels, votes and stored parameters; nothing is written."""
    return rank_panels(
        judged.votes.votes,
        judged.gold,
        judged.labels.task_index,
        judged.votes.names,
        judged.costs_per_1000,
        judged.votes.families,
        size=parameters["size"],
        metric=parameters["metric"],
        draws=parameters["draws"],
        seed=parameters["seed"],
        progress=tell,
        include_anyway=judged.included_anyway,
        coverage_over_gold=coverage_over_gold(parameters),
    )


def _fail(claim: Claim, sentence: str) -> None:
    with suppress(ClaimLostError):  # then it is for the successor to say how the ranking ended
        claim.end(State.FAILED, error=sentence)


def start_ranking(*, round: Round, actor: Person | None, **parameters: Any) -> PanelRanking:
    """As `plan_ranking`; a worker takes it once it is committed."""
    with transaction.atomic():
        ranking = plan_ranking(round=round, actor=actor, **parameters)
        transaction.on_commit(lambda: _send(ranking))
    return ranking


def _send(ranking: PanelRanking) -> None:
    from calibration.rankings.tasks import rank  # here, because it loads Celery

    rank.delay(ranking.pk)
