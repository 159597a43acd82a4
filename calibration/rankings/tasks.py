"""The ranking as background work. The rows are the queue; a message only wakes a worker."""

from typing import Any

from celery.signals import worker_ready
from django.utils import timezone

from annotation.base.array_cache import remove_files_of_other_versions
from annotation.base.background import shared_task
from annotation.base.errors import BadInputError
from annotation.models import Round
from calibration.models import PanelRanking
from calibration.rankings.run import run_ranking, waiting_rankings
from calibration.rebuild import closed_rounds, give_missing_stamps, rebuild_round_pages


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
