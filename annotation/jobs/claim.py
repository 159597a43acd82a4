"""One worker's hold on a job. Whatever it writes asks whether the hold is still its own."""

import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from annotation.models import Job

LEASE = timedelta(minutes=1)
BEAT_SECONDS = 15.0
State = Job.State
logger = logging.getLogger(__name__)


class ClaimLostError(Exception):
    """Another worker has the job by now; this one writes nothing more."""


def free_jobs() -> QuerySet[Job]:
    """What nobody has taken yet, or was left by a worker whose lease has run out."""
    return Job.objects.filter(Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=timezone.now()))


@dataclass
class Claim:
    """A job taken by one worker until its lease ends. The token tells it from a successor's claim."""

    job_id: int
    token: uuid.UUID

    @classmethod
    def take(cls, job: Job) -> "Claim | None":
        """Claim the job, or None when it is not free."""
        claim = cls(job.pk, uuid.uuid4())
        fresh = {
            "state": State.RUNNING,
            "claim": claim.token,
            "lease_until": timezone.now() + LEASE,
            "attempts": F("attempts") + 1,
        }
        return claim if free_jobs().filter(pk=job.pk).update(**fresh) else None

    def held(self) -> QuerySet[Job]:
        """The job, as long as this is the claim on it; no row otherwise."""
        return Job.objects.filter(pk=self.job_id, state=State.RUNNING, claim=self.token)

    def end(self, state: State, **changes: Any) -> None:
        """Give the job up in its last state, within the caller's transaction. Raises ClaimLostError."""
        ended = {"state": state, "finished_at": timezone.now(), "lease_until": None, "claim": None}
        if not self.held().update(**ended, **changes):
            raise ClaimLostError

    @contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Prolong the lease from a thread of its own: reading a file gives no chance to do it in between."""
        is_over = threading.Event()
        beat = threading.Thread(target=self._beat, args=(is_over,), daemon=True)
        beat.start()
        try:
            yield
        finally:
            is_over.set()
            beat.join()

    def _beat(self, is_over: threading.Event) -> None:
        try:
            while not is_over.wait(BEAT_SECONDS):
                try:
                    if not self.held().update(lease_until=timezone.now() + LEASE):
                        return
                except DatabaseError as problem:  # on SQLite, while the job itself writes
                    logger.info("A job's lease could not be prolonged just now: %s", problem)
        finally:
            connection.close()
