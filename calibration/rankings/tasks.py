"""The ranking as background work. The rows are the queue; a message only wakes a worker."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from annotation.base.errors import BadInputError
from calibration.models import PanelRanking
from calibration.rankings.run import run_ranking, waiting_rankings


@shared_task(name="calibration.rank")
def rank(ranking_id: int) -> None:
    """Compute a planned ranking. What is wrong with it is kept in its row, for the page to show."""
    try:
        run_ranking(ranking=PanelRanking.objects.get(pk=ranking_id))
    except BadInputError:
        return


@worker_ready.connect
def resend_rankings(**_: Any) -> None:
    """Send what no worker has finished again; one that may be at work is looked at when its lease ends."""
    for ranking in waiting_rankings():
        left = (ranking.lease_until - timezone.now()).total_seconds() + 1 if ranking.lease_until else 0
        rank.apply_async((ranking.pk,), countdown=max(0, left))
