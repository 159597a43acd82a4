"""The corpus as frames: what imports compare with, and what exports are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, QuerySet

from annotation.base.bulk import read_frame
from annotation.models import (
    CriterionVersion,
    EditClass,
    ReferenceRevision,
    Response,
    ResponseStatus,
    RubricRevision,
    Task,
)
from annotation.verdicts.emptiness import is_empty_response
from annotation.visible import is_blank

if TYPE_CHECKING:
    import pandas as pd

METADATA = ("turns", "age", "prompt_intent", "explicit_type", "progression_stage", "sub_category")
CHANGES_NO_LABEL = frozenset({EditClass.TYPO, EditClass.WEIGHT, EditClass.DIMENSION, EditClass.ORDER})


def task_frame(tasks: QuerySet[Task] | None = None) -> pd.DataFrame:
    """Tasks by unique_id: task, unique_id, METADATA, split, state."""
    rows = (Task.objects.all() if tasks is None else tasks).order_by("uid")
    names = {name: name for name in METADATA}
    return read_frame(rows, task="id", unique_id="uid", **names, split="split", state="state")


def current_rubrics() -> QuerySet[RubricRevision]:
    """The newest rubric revision of every task."""
    return _newest(RubricRevision)


def current_references() -> QuerySet[ReferenceRevision]:
    """The newest reference revision of every task."""
    return _newest(ReferenceRevision)


def _newest(model: type) -> QuerySet:
    later = model.objects.filter(task=OuterRef("task"), number__gt=OuterRef("number"))
    return model.objects.filter(~Exists(later))


def criterion_frame(revisions: QuerySet[RubricRevision] | None = None) -> pd.DataFrame:
    """Criteria of the revisions (by default the current ones), by task, revision and position.

    Columns: task, unique_id, revision, version, criterion, criterion_id, criterion_title, weight,
    rubric_dimension, position. `version` and `criterion` are primary keys.
    """
    chosen = current_rubrics() if revisions is None else revisions
    rows = CriterionVersion.objects.filter(revision__in=chosen.order_by().values("id"))
    return read_frame(
        rows.order_by("revision__task__uid", "revision__number", "position"),
        task="revision__task_id",
        unique_id="revision__task__uid",
        revision="revision_id",
        version="id",
        criterion="criterion_id",
        criterion_id="criterion__criterion_id",
        criterion_title="text",
        weight="weight",
        rubric_dimension="dimension",
        position="position",
    )


def response_frame(responses: QuerySet[Response] | None = None) -> pd.DataFrame:
    """Responses by task, model and attempt, without their texts.

    Columns: response, task, unique_id, model_id, attempt_index, sha256 ("" when the text is unknown), status,
    empty (as Response.is_empty), received (False for an error without text).
    """
    rows = Response.objects.all() if responses is None else responses
    frame = read_frame(
        rows.order_by("task__uid", "model__model_id", "attempt"),
        response="id",
        task="task_id",
        unique_id="task__uid",
        model_id="model__model_id",
        attempt_index="attempt",
        sha256="sha256",
        status="status",
    )
    empty, not_received = _without_text(rows)
    return frame.assign(empty=frame["response"].isin(empty), received=~frame["response"].isin(not_received))


def _without_text(rows: QuerySet[Response]) -> tuple[set[int], set[int]]:
    """Primary keys of the empty ones, and of those that were never received.

    Only texts without a printable ASCII sign are read to decide.
    """
    unknown = rows.without_text().filter(status=ResponseStatus.EMPTY).order_by()
    doubtful = rows.with_text().exclude(final_turn__regex="[!-~]").order_by()
    found = doubtful.values_list("id", "final_turn", "status", "said_empty")
    blank = {pk: is_empty_response("", status) or said for pk, text, status, said in found if is_blank(text)}
    empty = {pk for pk, is_empty in blank.items() if is_empty}
    return empty | set(unknown.values_list("id", flat=True)), blank.keys() - empty


def effective_revisions() -> dict[int, int]:
    """The revision whose weights, dimensions and order hold for work done on a revision, by primary key.

    Weight, dimension, order and typo leave labels and votes as they are, so that the newest revision reached
    by nothing but such edits counts. After any other edit the work stays with its own revision.
    """
    effective: dict[int, int] = {}
    next_task, next_revision, next_class = None, 0, ""
    rows = RubricRevision.objects.order_by("task_id", "-number").values_list("task_id", "id", "edit_class")
    for task, revision, edit_class in rows:
        carries = task == next_task and next_class in CHANGES_NO_LABEL
        effective[revision] = effective[next_revision] if carries else revision
        next_task, next_revision, next_class = task, revision, edit_class
    return effective
