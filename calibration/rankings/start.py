"""Plan a ranking and leave the work to a worker."""

from typing import Any

from django.db import transaction

from annotation.models import Person, Round
from calibration.models import PanelRanking
from calibration.rankings.run import plan_ranking


def start_ranking(*, round: Round, actor: Person | None, **parameters: Any) -> PanelRanking:
    """As `plan_ranking`; a worker takes it once it is committed."""
    with transaction.atomic():
        ranking = plan_ranking(round=round, actor=actor, **parameters)
        transaction.on_commit(lambda: _send(ranking))
    return ranking


def _send(ranking: PanelRanking) -> None:
    from calibration.rankings.tasks import rank  # here, because it loads Celery

    rank.delay(ranking.pk)
