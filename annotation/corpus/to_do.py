"""What waits among the tasks, for authors: drafts to complete."""

from collections.abc import Iterator

from django.urls import reverse

from annotation.access import tasks_for
from annotation.models import Person, Role, TaskState
from annotation.site.to_do import Waiting, add_source

DRAFTS = "Clinicians label a task once it is approved. A draft lacks criteria or its reference response."


def add_sources() -> None:
    """Let the home page ask about tasks."""
    add_source(Role.AUTHOR, tasks_to_complete)


def tasks_to_complete(person: Person) -> Iterator[Waiting]:
    """How many drafts there are, with the list of them; nothing when there is none."""
    if number := tasks_for(person).filter(state=TaskState.DRAFT).count():
        title = "One task is a draft" if number == 1 else f"{number:,} tasks are drafts"
        yield Waiting(title, DRAFTS, f"{reverse('task_list')}?state={TaskState.DRAFT}", "Look at them")
