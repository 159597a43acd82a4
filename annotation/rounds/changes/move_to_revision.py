"""Bring a task's newer (or older) rubric revision into a round that is under way."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from annotation.base.action import action, lock_row, lock_rows
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError, UnusableError
from annotation.base.stamps import move_stamps, round_scope
from annotation.models import (
    CriterionVersion,
    EventSource,
    Label,
    LabelEvent,
    LabelStanding,
    Person,
    Round,
    RubricRevision,
    Task,
)
from annotation.models.corpus import response_texts
from annotation.rounds.changes.carry import event_of
from annotation.rounds.changes.criterion_history import CriterionHistory, Fate


def preview_moves(*, round: Round, revisions: Sequence[RubricRevision]) -> dict[int, dict[str, int]]:
    """Count what `move_round_to_revision` would do, by the tasks' ids: labels by fate, and `new` criteria.

    As many queries for several tasks as for one; `new` counts the criteria to label per item.
    """
    by_task: dict[int, list[Fate]] = {revision.task_id: [] for revision in revisions}
    for label, fate in _fates(round, revisions):
        by_task[label.item.response.task_id].append(fate)
    new = _new_criteria(round, revisions)
    return {task: _counts(fates, new[task]) for task, fates in by_task.items()}


@action
def move_round_to_revision(
    *, actor: Person | None, round: Round, task: Task, revision: RubricRevision
) -> dict[str, int]:
    """Pin the task's items in the round to `revision` and let each label follow its fate.

    A reopened label loses its value, which its events keep; a label to confirm keeps it. Both count as holes
    until the rater has answered. Weight, dimension and order touch no label. Returns the counts of the
    preview. Raises NotNowError for a closed round, which never changes.
    """
    round = lock_row(round)
    if round.is_final:
        raise NotNowError(
            f"Round {round.name} is {round.state} and never changes. Begin a new round instead."
        )
    if revision.task_id != task.pk:
        raise UnusableError(f"Revision {revision.number} belongs to another task than {task.uid}.")
    # Raters who save at this moment hold their assignment; they come before us or after us, never between.
    lock_rows(round.assignments.filter(item__response__task=task))
    fates = _fates(round, [revision])
    counts = _counts([fate for _, fate in fates], _new_criteria(round, [revision])[task.pk])
    round.items.filter(response__task=task).update(rubric_revision=revision)
    for label, fate in fates:
        _follow(label, fate)
    move_stamps([round_scope(round.pk)])
    detail = {"task": task.uid, "revision": revision.number, **counts}
    record_audit(actor=actor, verb="move_round_to_revision", target=round, detail=detail)
    return counts


def _fates(round: Round, revisions: Sequence[RubricRevision]) -> list[tuple[Label, Fate]]:
    wanted = {revision.task_id: revision.pk for revision in revisions}
    labels = (
        Label.objects.given()
        .filter(item__round=round, item__response__task__in=wanted)
        .select_related("item__response", "criterion_version")
        .defer(*response_texts("item__response"))
    )
    history = CriterionHistory(wanted)
    return [
        (label, history.fate(label.criterion_version, wanted[label.item.response.task_id]))
        for label in labels
    ]


def _new_criteria(round: Round, revisions: Sequence[RubricRevision]) -> dict[int, int]:
    """By task: criteria of its revision that the one pinned in the round does not have."""
    tasks = {revision.task_id for revision in revisions}
    pinned = round.items.filter(response__task__in=tasks).order_by().values("rubric_revision")
    known = set(CriterionVersion.objects.filter(revision__in=pinned).values_list("criterion", flat=True))
    wanted = CriterionVersion.objects.filter(revision__in=[revision.pk for revision in revisions])
    new = Counter(
        task
        for task, criterion in wanted.values_list("revision__task", "criterion")
        if criterion not in known
    )
    return {task: new[task] for task in tasks}


def _counts(fates: list[Fate], new: int) -> dict[str, int]:
    counted = Counter(fates)
    return {str(fate): counted[fate] for fate in Fate} | {"new": new}


def _follow(label: Label, fate: Fate) -> None:
    before: dict[str, Any] = {
        "old_value": label.value,
        "old_note": label.note,
        "old_flagged": label.flagged,
    }
    if fate == Fate.REMOVED or fate == label.standing:
        return
    label.standing = LabelStanding(fate)
    if fate == Fate.REOPENED:
        label.value = None
    label.version += 1
    label.save(update_fields=["standing", "value", "version", "updated_at"])
    LabelEvent.objects.bulk_create([event_of(label, **before, source=EventSource.RUBRIC)])
