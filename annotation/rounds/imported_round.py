"""A closed round made of a labels table, as if its raters had labelled here."""

from uuid import NAMESPACE_URL, uuid5

import pandas as pd
from django.utils import timezone

from annotation.base.bulk import insert_rows
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.stamps import move_stamps, round_scope
from annotation.corpus.imports.import_source import ImportOutcome
from annotation.models import (
    Assignment,
    EventSource,
    Label,
    LabelEvent,
    LabelValue,
    Person,
    RaterSlot,
    Role,
    RoleGrant,
    Round,
    RoundItem,
    RoundState,
)
from annotation.tables.labels import RATERS
from annotation.tables.responses import KEY

RATER_NAMES = tuple(f"rater_{slot}" for slot in range(1, len(RATERS) + 1))


def make_round(*, name: str, rows: pd.DataFrame, actor: Person | None) -> ImportOutcome:
    """Make the round with its raters, items, assignments, labels and their events, all in order of the table.

    rows: from `located`. The caller holds the transaction and has checked the rows and the name.
    """
    now = timezone.now()
    round = Round.objects.create(
        name=name, state=RoundState.CLOSED, opened_at=now, closed_at=now, created_by=actor
    )
    raters = [_rater(username) for username in RATER_NAMES]
    RaterSlot.objects.bulk_create(
        RaterSlot(round=round, position=slot, rater=rater) for slot, rater in enumerate(raters, start=1)
    )
    item_of = _items(round, rows)
    _assign(round, list(item_of.values()), raters)
    labels = long_form(rows)
    labels = labels[labels["met"].notna()]
    _write_labels(round, labels, item_of, raters)
    details = {"items": len(item_of), "labels": len(labels)}
    return ImportOutcome(len(rows), created=len(rows), details=details)


def _rater(username: str) -> Person:
    """The person of that name; a new one cannot sign in, and is a clinician because clinicians rated."""
    person, is_new = Person.objects.get_or_create(username=username, defaults={"is_active": False})
    if is_new:
        person.set_unusable_password()
        person.save(update_fields=["password"])
    RoleGrant.objects.get_or_create(person=person, role=Role.CLINICIAN)
    return person


def _items(round: Round, rows: pd.DataFrame) -> dict[int, int]:
    """Response to its item, in order of task, model and attempt."""
    items = rows.drop_duplicates("response").sort_values(list(KEY))
    made = RoundItem.objects.bulk_create(
        [
            RoundItem(round=round, response_id=response, rubric_revision_id=revision, position=position)
            for position, (response, revision) in enumerate(
                zip(items["response"].tolist(), items["revision"].tolist(), strict=True), start=1
            )
        ],
        batch_size=2_000,
    )
    return {item.response_id: item.pk for item in made}


def _assign(round: Round, items: list[int], raters: list[Person]) -> None:
    """Everyone met everything, in the order of the items: the order they really had is not in the table."""
    pairs = [(rater.pk, item, order) for rater in raters for order, item in enumerate(items, start=1)]
    people, things, orders = zip(*pairs, strict=True)
    sittings = [(order - 1) // round.sitting_size + 1 for order in orders]
    columns = {"rater_id": people, "item_id": things, "order": orders, "sitting": sittings}
    insert_rows(Assignment, columns, round_id=round.pk)


def _write_labels(round: Round, labels: pd.DataFrame, item_of: dict[int, int], raters: list[Person]) -> None:
    rater_of = {slot: rater.pk for slot, rater in enumerate(raters, start=1)}
    values = [VALUE_OF[met].value for met in labels["met"]]
    columns = {
        "item_id": labels["response"].map(item_of),
        "criterion_id": labels["criterion"],
        "criterion_version_id": labels["version"],
        "rater_id": labels["slot"].map(rater_of),
    }
    insert_rows(Label, columns | {"value": values})
    move_stamps([round_scope(round.pk)])
    rebuild_after_commit("round", round.pk)
    keys = labels[[*KEY, "criterion_id", "slot"]].itertuples(index=False, name=None)
    uuids = [uuid5(NAMESPACE_URL, "/".join(map(str, ("concord-import", round.name, *key)))) for key in keys]
    insert_rows(
        LabelEvent, columns | {"uuid": uuids, "new_value": values}, version=1, source=EventSource.IMPORT
    )


VALUE_OF = {True: LabelValue.MET, False: LabelValue.NOT_MET}


def long_form(rows: pd.DataFrame) -> pd.DataFrame:
    """One row a cell of the rater columns: number (the file's row), KEY, criterion_id, response, criterion,
    version, slot (from 1) and met (True, False or None for a blank cell).
    """
    keep = [*KEY, "criterion_id", "response", "criterion", "version"]
    parts = [
        rows[keep].assign(
            number=rows.index, slot=slot, met=rows[name].astype(object).where(rows[name].notna(), None)
        )
        for slot, name in enumerate(RATERS, start=1)
    ]
    return pd.concat(parts, ignore_index=True)
