"""What waits among the tasks, for authors: drafts to complete, and rubrics to review."""

from collections.abc import Iterator

from django.db.models import Count
from django.urls import reverse

from annotation.access import tasks_for
from annotation.models import Person, Role, TaskState
from annotation.waiting import Waiting, add_source

# By state: one task, several, and what is to be known of them.
STATES = {
    TaskState.DRAFT: (
        "One task is a draft",
        "{} tasks are drafts",
        "Clinicians label a task once it is approved. A draft lacks criteria or its reference response.",
    ),
    TaskState.IN_REVIEW: (
        "One task is in review",
        "{} tasks are in review",
        "A second author reads its rubric before it is approved.",
    ),
}


def add_sources() -> None:
    """Let the home page ask about tasks."""
    add_source(Role.AUTHOR, tasks_to_complete)


def tasks_to_complete(person: Person) -> Iterator[Waiting]:
    """One line for each state in which tasks wait, with the list of them."""
    waiting = tasks_for(person).filter(state__in=STATES).order_by().values("state")
    numbers = dict(waiting.annotate(number=Count("pk")).values_list("state", "number"))
    for state, (one, several, text) in STATES.items():
        if number := numbers.get(state):
            title = one if number == 1 else several.format(f"{number:,}")
            yield Waiting(title, text, f"{reverse('task_list')}?state={state}", "Look at them")
