"""Tasks of a round whose rubric has moved on since it was pinned."""

from dataclasses import dataclass

from annotation.corpus.frames import current_rubrics
from annotation.models import Round, RubricRevision, Task
from annotation.rounds.changes.move_to_revision import preview_moves


@dataclass(frozen=True)
class MovedRubric:
    """A task with its pinned and its newest revision, and what moving to that would do to labels."""

    task: Task
    pinned: RubricRevision
    newest: RubricRevision
    counts: dict[str, int]


def moved_rubrics(round: Round) -> list[MovedRubric]:
    """The tasks of the round with a newer revision than the pinned one, by task id."""
    newer = newer_revisions(round)
    counts = preview_moves(round=round, revisions=[newest for _, newest in newer])
    return [MovedRubric(pinned.task, pinned, newest, counts[pinned.task_id]) for pinned, newest in newer]


def newer_revisions(round: Round) -> list[tuple[RubricRevision, RubricRevision]]:
    """The pinned and the newest revision of each task of the round in which they differ, by task id."""
    pinned = RubricRevision.objects.filter(round_items__round=round).distinct().select_related("task")
    newest = {
        revision.task_id: revision
        for revision in current_rubrics().filter(task__in=pinned.order_by().values("task"))
    }
    moved = [(old, newest[old.task_id]) for old in pinned if old.number < newest[old.task_id].number]
    return sorted(moved, key=lambda pair: pair[0].task.uid)
