"""After a write, let a worker compute the arrays of its scope before anybody asks for them.

It only saves waiting: whoever comes before the worker, or without one, computes what is missing.
"""

import logging

from django.db import transaction
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)
_tasks: dict[str, str] = {}


def add_rebuilding_task(kind: str, task: str) -> None:
    """Let an application name the task that rebuilds a round or a panel, as "application.tasks.name"."""
    _tasks[kind] = task


def rebuild_after_commit(kind: str, key: int) -> None:
    """Send the task for a round or a panel once this transaction is committed; never when it is rolled
    back.
    """
    if kind in _tasks:
        transaction.on_commit(lambda: _send(_tasks[kind], key))


def _send(task: str, key: int) -> None:
    try:
        import_string(task).apply_async((key,), retry=False)  # loads Celery only here
    except Exception as problem:  # a broker that cannot be reached undoes nothing of what is written
        logger.warning("No worker could be told to rebuild what was written: %s", problem)
