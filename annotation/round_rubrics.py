"""Tasks of a round whose rubric has moved on since it was pinned."""

from dataclasses import dataclass

from annotation.actions.rubric_change import preview_move
from annotation.models import Round, RubricRevision, Task


@dataclass(frozen=True)
class MovedRubric:
    """A task with its pinned and its newest revision, and what moving to that would do to labels."""

    task: Task
    pinned: RubricRevision
    newest: RubricRevision
    counts: dict[str, int]


def moved_rubrics(round: Round) -> list[MovedRubric]:
    """The tasks of the round with a newer revision than the pinned one, by task id."""
    pinned = {
        item.rubric_revision.task_id: item.rubric_revision
        for item in round.items.filter(response__isnull=False).select_related("rubric_revision__task")
    }
    newest = {
        revision.task_id: revision
        for revision in RubricRevision.objects.filter(task__in=pinned).order_by("number")
    }
    return [
        MovedRubric(old.task, old, new, preview_move(round=round, task=old.task, revision=new))
        for task_id, old in sorted(pinned.items(), key=lambda one: one[1].task.uid)
        for new in [newest[task_id]]
        if new.number > old.number
    ]
