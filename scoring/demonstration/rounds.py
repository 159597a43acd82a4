"""The demo's two rounds: a closed one to calibrate on, and an open one with something left to label."""

import uuid
from collections.abc import Sequence

import pandas as pd

from annotation.base.stamps import move_stamps, round_scope
from annotation.demo import tables as demo
from annotation.models import (
    CriterionVersion,
    EventSource,
    Label,
    LabelEvent,
    Person,
    Response,
    Round,
    RoundItem,
    RoundPurpose,
)
from annotation.rounds.open_and_close import close_round, create_round, open_round

CLOSED_ROUND, OPEN_ROUND = "demo-calibration", "demo-open"
TASKS_OF_OPEN_ROUND = ("DEMO-011", "DEMO-012", "DEMO-024")
EVENTS = uuid.UUID("6f1d1f8e-6a0e-4c52-9f0e-5b5b3f0f2a10")  # namespace of the demo's label events
GUIDELINES = """\
Judge only the **final reply**, as it stands.

- *Met*: the reply does what the criterion says, in its own words.
- *Not met*: it does not, or only hints at it.
- *Cannot judge*: the criterion cannot be decided from this conversation. Say why in the note.

Take breaks. Nothing here measures speed, and everything you have marked is kept.

All texts in this demo are synthetic.
"""


def load_rounds(actor: Person, raters: Sequence[Person]) -> Round:
    """Make both rounds with their labels, and return the closed one. Rounds that exist are left alone."""
    labels = demo.clinician_labels()
    is_open = labels["unique_id"].isin(TASKS_OF_OPEN_ROUND)
    for name, title, purpose, rows in (
        (CLOSED_ROUND, "Calibration (synthetic demo)", RoundPurpose.CALIBRATION, labels[~is_open]),
        (OPEN_ROUND, "Evening round (synthetic demo)", RoundPurpose.LABELLING, labels[is_open]),
    ):
        if not Round.objects.filter(name=name).exists():
            _make(actor, raters, name, title, purpose, rows)
    closed = Round.objects.get(name=CLOSED_ROUND)
    if closed.is_open:
        closed = close_round(actor=actor, round=closed)
    return closed


def _make(
    actor: Person, raters: Sequence[Person], name: str, title: str, purpose: str, rows: pd.DataFrame
) -> None:
    keys = set(map(tuple, rows[["unique_id", "model_id", "attempt_index"]].to_numpy().tolist()))
    responses = [
        response
        for response in sorted(Response.objects.select_related("task", "model"), key=_task_model_attempt)
        if (response.task.uid, response.model.model_id, response.attempt) in keys
    ]
    made = create_round(
        actor=actor,
        name=name,
        title=title,
        responses=responses,
        raters=raters,
        purpose=purpose,
        guidelines=GUIDELINES,
    )
    open_round(actor=actor, round=made)
    _add_labels(made, raters, rows)


def _task_model_attempt(response: Response) -> tuple[str, str, int]:
    """By code point: the round's seed numbers the items in the same way on every database."""
    return response.task.uid, response.model.model_id, response.attempt


def _add_labels(made: Round, raters: Sequence[Person], rows: pd.DataFrame) -> None:
    """Store the labels with one event each, as if they had been given in this round."""
    items = {
        (item.response.task.uid, item.response.model.model_id, item.response.attempt): item
        for item in made.items.select_related("response__task", "response__model")
    }
    versions = {
        (version.revision_id, version.criterion.criterion_id): version
        for version in CriterionVersion.objects.filter(
            revision__in={item.rubric_revision_id for item in items.values()}
        ).select_related("criterion")
    }
    labels = []
    for row in rows.to_dict("records"):
        item = items[row["unique_id"], row["model_id"], row["attempt_index"]]
        version = versions[item.rubric_revision_id, row["criterion_id"]]
        for slot, rater in enumerate(raters, start=1):
            if row[f"rater_{slot}_value"] is not None:
                labels.append(_label(item, version, rater, row, slot))
    Label.objects.bulk_create(labels)
    move_stamps([round_scope(made.pk)])
    LabelEvent.objects.bulk_create(map(_event, labels))


def _label(item: RoundItem, version: CriterionVersion, rater: Person, row: dict, slot: int) -> Label:
    return Label(
        item=item,
        criterion=version.criterion,
        criterion_version=version,
        rater=rater,
        value=row[f"rater_{slot}_value"],
        note=row[f"rater_{slot}_note"],
        flagged=row[f"rater_{slot}_flagged"],
    )


def _event(label: Label) -> LabelEvent:
    return LabelEvent(
        uuid=uuid.uuid5(EVENTS, f"{label.item_id}:{label.criterion_id}:{label.rater_id}"),
        item=label.item,
        criterion=label.criterion,
        criterion_version=label.criterion_version,
        rater=label.rater,
        old_value=None,
        new_value=label.value,
        new_note=label.note,
        new_flagged=label.flagged,
        version=label.version,
        source=EventSource.IMPORT,
    )
