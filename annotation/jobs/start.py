"""Start a job, or one that stopped once more."""

import logging
from typing import Any

from django.db import transaction

from annotation.base.action import action
from annotation.models import Job, Person

State = Job.State
logger = logging.getLogger(__name__)


@action
def start_job(
    *,
    kind: str,
    title: str,
    parameters: dict[str, Any],
    upload: str = "",
    closed_to_raters: bool,
    actor: Person,
) -> Job:
    """Write the job down; a worker takes it once it is committed."""
    job = Job.objects.create(
        kind=kind,
        title=title,
        parameters=parameters,
        upload=upload,
        closed_to_raters=closed_to_raters,
        started_by=actor,
    )
    wake_worker_after_commit(job)
    return job


@action
def try_again(job: Job) -> bool:
    """Queue a job that stopped, and return whether it had; one that waits, runs or is over stays as it is."""
    fresh = {"state": State.QUEUED, "attempts": 0, "error": "", "finished_at": None}
    if not Job.objects.filter(pk=job.pk, state=State.FAILED).update(**fresh):
        return False
    wake_worker_after_commit(job)
    return True


def wake_worker_after_commit(job: Job) -> None:
    """Send the message that wakes a worker; when it cannot be sent, the worker finds the row by itself."""
    transaction.on_commit(lambda: wake_worker(job))


def wake_worker(job: Job) -> None:
    """The same at once."""
    from annotation.jobs.tasks import work_on  # here, because it loads Celery

    try:
        work_on.apply_async((job.kind,), retry=False)
    except Exception as problem:  # the row is the queue, and the worker looks at it every half minute
        logger.warning("No worker could be told of job %s: %s", job.pk, problem)
