"""How a task's rubric and reference came to be what they are, newest first."""

from dataclasses import dataclass
from datetime import datetime

from annotation.models import Person, ReferenceRevision, RubricRevision, Task


@dataclass(frozen=True)
class Step:
    """One revision. author is None for a machine or an import by a command."""

    what: str
    number: int
    at: datetime
    author: Person | None
    origin: str
    change: str
    reason: str


def history_of(task: Task) -> list[Step]:
    """Every revision of the rubric and of the reference."""
    rows = [("Rubric", row) for row in task.rubric_revisions.select_related("author")]
    rows += [("Reference", row) for row in task.reference_revisions.select_related("author")]
    steps = [_step(what, row) for what, row in rows]
    return sorted(steps, key=lambda step: (step.at, step.number), reverse=True)


def _step(what: str, row: RubricRevision | ReferenceRevision) -> Step:
    return Step(
        what=what,
        number=row.number,
        at=row.created_at,
        author=row.author,
        origin=row.get_origin_display(),
        change=row.get_edit_class_display(),
        reason=row.reason,
    )
