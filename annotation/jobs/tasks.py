"""Jobs in the worker. A message wakes it, and every half minute it looks by itself: for messages that were
lost, for jobs whose worker died, and for stored files that nobody needs any more.
"""

import logging
import threading
import time
from typing import Any

from celery.signals import worker_ready
from django.db import DatabaseError, connection

from annotation.base.background import shared_task
from annotation.jobs.claim import free_jobs
from annotation.jobs.run import run_free_jobs
from annotation.jobs.uploads import remove_old_uploads

LOOK_SECONDS = 30
logger = logging.getLogger(__name__)


@shared_task(name="annotation.work_on", ignore_result=True)
def work_on(kind: str) -> None:
    """Run the jobs of this kind that nobody has."""
    run_free_jobs(kind)


@worker_ready.connect
def look_after_jobs(**_: Any) -> None:
    """Look now and from time to time, as long as this worker lives."""
    threading.Thread(target=_look_for_ever, daemon=True).start()


def look_once() -> None:
    """Wake a worker for every kind of job that waits, and remove old uploads."""
    for kind in free_jobs().order_by("kind").values_list("kind", flat=True).distinct():
        work_on.delay(kind)
    remove_old_uploads()


def _look_for_ever() -> None:
    while True:
        try:
            look_once()
        except Exception as problem:  # the database or the broker is away; it will be back
            level = logging.INFO if isinstance(problem, DatabaseError) else logging.WARNING
            logger.log(level, "Jobs could not be looked after just now: %s", problem)
        finally:
            connection.close()
        time.sleep(LOOK_SECONDS)
