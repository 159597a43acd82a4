"""The kinds of job. Each part of the system adds its own in the `ready` of its application."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.module_loading import import_string

from annotation.models import Job

Finish = Callable[[dict[str, Any]], None]
Run = Callable[[Job, Finish], None]


@dataclass(frozen=True)
class JobKind:
    """run: the function that does the work, as "application.module.name", loaded only where it runs.

    It calls its second argument with the job's outcome, last in the transaction that writes, so that work and
    outcome are committed together or not at all. It raises BadInputError, having written nothing, for input
    that cannot be used. outcome_template: shows an outcome, or the problems. back: name of the page it was
    started from, and its title.
    """

    run: str
    outcome_template: str
    back: tuple[str, str]

    def do(self, job: Job, finish: Finish) -> None:
        """Do the job's work."""
        run: Run = import_string(self.run)
        run(job, finish)


_kinds: dict[str, JobKind] = {}


def add_job_kind(name: str, kind: JobKind) -> None:
    """Let jobs of this name be started. Adding it twice changes nothing."""
    _kinds[name] = kind


def kind_of(job: Job) -> JobKind:
    """Return the kind of the job."""
    return _kinds[job.kind]
