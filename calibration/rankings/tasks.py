"""Background work of calibration: rankings, and what the pages of a closed round show, before anybody opens
them. The rows are the queue of rankings; a message only wakes a worker.
"""

from contextlib import suppress
from typing import Any

from celery.signals import worker_ready
from django.utils import timezone

from annotation.assignments.label_columns import label_columns, label_stamp
from annotation.base.array_cache import remove_files_of_other_versions
from annotation.base.background import shared_task
from annotation.base.errors import BadInputError
from annotation.base.rebuilding import rebuild
from annotation.base.stamps import give_first_stamps, round_scope
from annotation.models import Round, RoundKind, RoundState
from calibration.agreement.report import agreement_and_raters
from calibration.judges.judge import judge_report
from calibration.judges.judges import judge_rows, judges_together
from calibration.models import Judge, PanelRanking
from calibration.rankings.run import run_ranking, waiting_rankings
from calibration.ratings import SLICES
from calibration.ratings.judged_round import judged_round
from calibration.ratings.vote_columns import judge_scope


@shared_task(name="calibration.rank")
def rank(ranking_id: int) -> None:
    """Compute a planned ranking. What is wrong with it is kept in its row, for the page to show."""
    try:
        run_ranking(ranking=PanelRanking.objects.get(pk=ranking_id))
    except BadInputError:
        return


@shared_task(name="calibration.rebuild_round", ignore_result=True)
def rebuild_round(round_id: int) -> None:
    """Compute what the pages of a round show, after its labels or the votes on it were written."""
    rebuild_round_pages(Round.objects.get(pk=round_id))


@worker_ready.connect
def rebuild_rounds(**_: Any) -> None:
    """Look at every closed round: what another version of the code computed counts no more."""
    remove_files_of_other_versions()
    give_missing_stamps()
    for round in closed_rounds():
        rebuild_round.delay(round.pk)


@worker_ready.connect
def resend_rankings(**_: Any) -> None:
    """Send what no worker has finished again; one that may be at work is looked at when its lease ends."""
    for ranking in waiting_rankings():
        left = (ranking.lease_until - timezone.now()).total_seconds() + 1 if ranking.lease_until else 0
        rank.apply_async((ranking.pk,), countdown=max(0, left))


def rebuild_round_pages(round: Round) -> None:
    """Everything about a closed round of responses, until nothing of it is written any more."""
    judges = list(Judge.objects.all())
    scopes = [round_scope(round.pk), *(judge_scope(judge.pk) for judge in judges)]
    rebuild(scopes, f"round-{round.pk}", lambda: _compute(round, judges))


def closed_rounds() -> list[Round]:
    """The rounds that have such pages."""
    return list(Round.objects.filter(kind=RoundKind.RESPONSES, state=RoundState.CLOSED).order_by("pk"))


def give_missing_stamps() -> None:
    """First stamps for what came in before there were any."""
    give_first_stamps(round_scope(round.pk) for round in closed_rounds())
    give_first_stamps(judge_scope(pk) for pk in Judge.objects.values_list("pk", flat=True))


def _compute(round: Round, judges: list[Judge]) -> None:
    label_columns(round, label_stamp(round))
    with suppress(BadInputError):  # nothing to compare; the page says so
        agreement_and_raters(round, SLICES)
        judged = judged_round(round)
        judge_rows(judges, judged)
        judges_together(judged)
        for judge in judged.votes.judges:
            judge_report(judge, round)
