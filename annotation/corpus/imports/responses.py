"""Import responses: new attempts come in as received; a text that is known never changes."""

from typing import Any

import pandas as pd
from django.db import transaction

from annotation.base.bulk import insert_rows, one_import_at_a_time, update_rows
from annotation.corpus.imports.corpus_checks import check_corpus
from annotation.corpus.imports.evaluated_models import register_models
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import
from annotation.corpus.imports.response_changes import FIELDS, changes_of, incoming_responses
from annotation.models import Person, Response, Task
from annotation.tables.row_column_problems import WHOLE_ROW

Record = dict[str, Any]


@transaction.atomic
def import_responses(*, source: ImportSource, actor: Person | None) -> ImportOutcome:
    """Bring in a responses table. Raises BadInputError with every problem, having written nothing.

    A known response keeps its text; a text that was unknown (its judgments came first) is filled in, if it is
    as empty or not as it was judged to be. Status and the optional columns are corrected; blank cells erase
    nothing. Models named for the first time are registered.
    """
    one_import_at_a_time()
    check_corpus(source)
    source.refuse_problems()
    rows = incoming_responses(source.frame)
    known = _known()
    updates = _updates(source, rows, known)
    source.refuse_problems()
    models, new_models = register_models(source.frame["model_id"].unique())
    new = [row for row in rows if _key(row) not in known]
    _insert(new, models)
    _update(updates)
    details = {"models": new_models, "texts_filled_in": sum("final_turn" in row for row in updates.values())}
    outcome = ImportOutcome(len(rows), len(new), len(updates), details)
    return record_import(source=source, outcome=outcome, actor=actor)


def _key(row: Record) -> tuple[str, str, int]:
    return row["unique_id"], row["model_id"], row["attempt"]


def _known() -> dict[tuple[str, str, int], Record]:
    rows = Response.objects.order_by().values(
        "id",
        "task__uid",
        "model__model_id",
        "attempt",
        "sha256",
        *(name for name in FIELDS if name != "final_turn"),
    )
    return {(row["task__uid"], row["model__model_id"], row["attempt"]): row for row in rows.iterator(20_000)}


def _updates(
    source: ImportSource, rows: list[Record], known: dict[tuple[str, str, int], Record]
) -> dict[int, Record]:
    """What to set in known responses, by primary key."""
    updates = {}
    for number, row in zip(source.frame.index, rows, strict=True):
        present = known.get(_key(row))
        if present is None:
            continue
        changes = changes_of(row, present)
        if isinstance(changes, str):
            source.findings.problem(number, _text_column(source.frame, number), changes)
        elif changes:
            updates[present["id"]] = changes
    return updates


def _text_column(frame: pd.DataFrame, number: int) -> str:
    filled = [name for name in ("assistant_turns", "response") if frame.at[number, name]]
    return filled[0] if filled else WHOLE_ROW


def _insert(rows: list[Record], models: dict[str, int]) -> None:
    if not rows:
        return
    tasks = dict(Task.objects.values_list("uid", "id"))
    columns = {name: [row[name] for row in rows] for name in ("attempt", "sha256", *FIELDS)}
    insert_rows(
        Response,
        {
            "task_id": [tasks[row["unique_id"]] for row in rows],
            "model_id": [models[row["model_id"]] for row in rows],
            **columns,
        },
    )


def _update(updates: dict[int, Record]) -> None:
    """Rows that change in the same fields are written together."""
    by_fields: dict[tuple[str, ...], list[int]] = {}
    for pk, changes in updates.items():
        by_fields.setdefault(tuple(changes), []).append(pk)
    for names, pks in by_fields.items():
        update_rows(Response, pks, {name: [updates[pk][name] for pk in pks] for name in names})
