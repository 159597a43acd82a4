"""One worker's hold on a ranking. Whatever it writes asks whether the hold is still its own."""

import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from calibration.models import PanelRanking

LEASE = timedelta(minutes=2)
State = PanelRanking.State


class ClaimLostError(Exception):
    """Another worker has the ranking by now; this one writes nothing more."""


@dataclass
class Claim:
    """A ranking taken by one worker until its lease ends; each sign of life prolongs the lease.

    A worker that was away for longer (a laptop that slept, a process that was stopped) may find its ranking
    with a successor. The token tells the two apart; the state alone does not.
    """

    ranking_id: int
    token: uuid.UUID
    written: int = field(default=0, init=False)

    @classmethod
    def take(cls, ranking: PanelRanking) -> "Claim | None":
        """Claim what is queued, or was left by a worker whose lease has run out; None when it is not free."""
        claim, now = cls(ranking.pk, uuid.uuid4()), timezone.now()
        free = Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=now)
        taken = PanelRanking.objects.filter(free, pk=ranking.pk)
        fresh = {"state": State.RUNNING, "progress": 0, "claim": claim.token, "lease_until": now + LEASE}
        return claim if taken.update(**fresh) else None

    def held(self) -> QuerySet[PanelRanking]:
        """The ranking, as long as this is the claim on it; no row otherwise."""
        return PanelRanking.objects.filter(pk=self.ranking_id, state=State.RUNNING, claim=self.token)

    def prolong(self, **changes: Any) -> None:
        """Show a sign of life, with changes to the row. Raises ClaimLostError."""
        if not self.held().update(lease_until=timezone.now() + LEASE, **changes):
            raise ClaimLostError

    def tell(self, share: float) -> None:
        """Write down each per cent once. Raises ClaimLostError, which ends a computation nobody waits for."""
        per_cent = min(99, int(100 * share))
        if per_cent > self.written:
            self.written = per_cent
            self.prolong(progress=per_cent)

    def end(self, state: State, **changes: Any) -> None:
        """Give the ranking up in its last state. Raises ClaimLostError."""
        ended = {"state": state, "finished_at": timezone.now(), "lease_until": None, "claim": None}
        if not self.held().update(**ended, **changes):
            raise ClaimLostError
