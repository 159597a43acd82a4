"""Run jobs: each taken by one worker, its outcome written in the transaction that does the work."""

import logging
import threading
from collections import defaultdict
from contextlib import suppress

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError

from annotation.base.errors import BadInputError
from annotation.base.refusals import RefusedError
from annotation.jobs.claim import Claim, ClaimLostError, free_jobs
from annotation.jobs.kinds import kind_of
from annotation.jobs.outcome import first_lines
from annotation.jobs.uploads import remove_upload
from annotation.models import Job

MOST_ATTEMPTS = 5
State = Job.State
logger = logging.getLogger(__name__)
# One job of a kind at a time in this process: two large tables at once need the memory of both.
_at_work: dict[str, threading.Lock] = defaultdict(threading.Lock)

MORE_MEMORY = (
    "Nothing was changed. Divide the file into several, or give the worker more memory and try again."
)
TOO_LITTLE_MEMORY = f"It needs more memory than the worker has. {MORE_MEMORY}"
WORKERS_ENDED = (
    f"{MOST_ATTEMPTS} workers ended while they were at it, most likely because it needs more memory than "
    f"they have. {MORE_MEMORY}"
)
UNEXPECTED = (
    "It stopped unexpectedly. Nothing was changed. Try again, and tell whoever runs the site if it stops "
    "once more."
)


def run_free_jobs(kind: str) -> None:
    """Run the jobs of this kind that nobody has, oldest first. A thread that finds another at it leaves."""
    while (job := free_jobs().filter(kind=kind).order_by("pk").first()) is not None:
        if not _at_work[kind].acquire(blocking=False):
            return  # whoever is at it looks for more after letting go
        try:
            run_job(job)
        finally:
            _at_work[kind].release()


def run_job(job: Job) -> None:
    """Run one job. Beside another worker that is at it, this does nothing.

    A worker that died is followed once its lease has run out, and should it live after all, nothing that it
    does is committed. A fault of the database leaves the job to be taken again.
    """
    claim = Claim.take(job)
    if claim is None:
        return
    with claim.kept_alive(), suppress(ClaimLostError):
        _run(Job.objects.get(pk=job.pk), claim)
    if Job.objects.filter(pk=job.pk, state__in=[State.DONE, State.REFUSED]).exists():
        remove_upload(job.upload)


def _run(job: Job, claim: Claim) -> None:
    if job.attempts > MOST_ATTEMPTS:
        claim.end(State.FAILED, error=WORKERS_ENDED)
        return
    try:
        kind_of(job).do(job, lambda outcome: claim.end(State.DONE, outcome=outcome))
    except (ClaimLostError, DatabaseError):
        raise
    except BadInputError as problem:
        claim.end(State.REFUSED, outcome=first_lines("problems", problem.problems))
    except PermissionDenied as problem:  # the person may not do any more what they might when they asked
        claim.end(State.REFUSED, outcome=first_lines("problems", [str(problem)]))
    except RefusedError as problem:  # others were at the same at this very moment, again and again
        claim.end(State.FAILED, error=problem.sentence)
    except MemoryError:
        claim.end(State.FAILED, error=TOO_LITTLE_MEMORY)
    except Exception:
        logger.exception("Job %s stopped unexpectedly.", job.pk)
        claim.end(State.FAILED, error=UNEXPECTED)
