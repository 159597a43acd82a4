"""Plan and run a ranking of every panel of candidate judges against the clinicians of a round."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from annotation.actions.audit import record_audit
from annotation.errors import BadInputError
from annotation.models import Person, Round
from calibration.actions.closed_round import checked_draws
from calibration.actions.ranking_inputs import RankingFrames, ranking_frames
from calibration.actions.ranking_rows import store_result
from calibration.models import PanelRanking
from calibration.stats.draws import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.input_error import StatisticsInputError
from calibration.stats.ranking import rank_panels
from calibration.stats.ranking_result import RankingResult
from calibration.stats.recommendation import RULE

LEASE = timedelta(minutes=2)
State = PanelRanking.State


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
    Raises BadInputError when the round cannot be ranked like that, and stores nothing then.
    """
    parameters = {
        "size": size,
        "metric": metric,
        "judges": judges,
        "draws": draws,
        "seed": seed,
        "rule": RULE,
    }
    frames = ranking_frames(round, parameters)
    checked_draws(len(frames.labels.tasks), draws, seed)
    with transaction.atomic():
        ranking = PanelRanking.objects.create(round=round, parameters=parameters, started_by=actor)
        record_audit(actor=actor, verb="plan_ranking", target=ranking, detail=parameters)
    return ranking


def run_ranking(*, ranking: PanelRanking) -> PanelRanking:
    """Compute a planned ranking and store it. Raises BadInputError when it cannot be computed.

    Claimed by a conditional update: beside another worker that is at it, this does nothing. A worker that
    died is followed once its lease has run out.
    """
    if not _claim(ranking):
        ranking.refresh_from_db()
        return ranking
    try:
        frames = ranking_frames(ranking.round, ranking.parameters)
        store_result(ranking, frames, compute_ranking(frames, ranking.parameters, _Progress(ranking)))
    except (BadInputError, StatisticsInputError) as problem:
        _fail(ranking, str(problem))
        raise BadInputError(str(problem)) from problem
    except BaseException:
        _fail(ranking, "The ranking stopped unexpectedly. Nothing was lost; start it again.")
        raise
    ranking.refresh_from_db()
    return ranking


def waiting_rankings() -> list[PanelRanking]:
    """Rankings nobody has finished: planned ones, and those whose worker may have died."""
    return list(PanelRanking.objects.filter(state__in=[State.QUEUED, State.RUNNING]).order_by("id"))


def compute_ranking(frames: RankingFrames, parameters: dict, tell=None) -> RankingResult:
    """The ranking itself, from frames and stored parameters; nothing is written."""
    return rank_panels(
        frames.votes.votes,
        frames.gold,
        frames.labels.task_index,
        frames.votes.names,
        frames.costs_per_1000,
        frames.votes.families,
        size=parameters["size"],
        metric=parameters["metric"],
        draws=parameters["draws"],
        seed=parameters["seed"],
        progress=tell,
        include_anyway=frames.included_anyway,
    )


def _claim(ranking: PanelRanking) -> bool:
    now = timezone.now()
    free = Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=now)
    claimed = PanelRanking.objects.filter(free, pk=ranking.pk)
    return bool(claimed.update(state=State.RUNNING, progress=0, lease_until=now + LEASE))


class _Progress:
    """Writes down each per cent once, and prolongs the lease with it."""

    def __init__(self, ranking: PanelRanking) -> None:
        self.ranking, self.written = ranking, 0

    def __call__(self, share: float) -> None:
        per_cent = min(99, int(100 * share))
        if per_cent > self.written:
            self.written = per_cent
            running = PanelRanking.objects.filter(pk=self.ranking.pk, state=State.RUNNING)
            running.update(progress=per_cent, lease_until=timezone.now() + LEASE)


def _fail(ranking: PanelRanking, sentence: str) -> None:
    PanelRanking.objects.filter(pk=ranking.pk, state=State.RUNNING).update(
        state=State.FAILED, error=sentence, finished_at=timezone.now(), lease_until=None
    )
