"""Import responses: new attempts come in as received; a text that is known never changes, only a reply that
failed may be followed by one.
"""

import hashlib
from decimal import Decimal
from typing import Any

import pandas as pd
from django.db.models import Exists, OuterRef

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows, plain_values, update_rows
from annotation.corpus.imports.corpus_checks import check_corpus
from annotation.corpus.imports.evaluated_models import known_models, register_models
from annotation.corpus.imports.import_source import (
    ImportOutcome,
    ImportSource,
    record_import,
    warn_of_look_alikes,
)
from annotation.models import EarlierReply, Person, Response, ResponseStatus, RoundItem, Task
from annotation.tables.responses import final_turns, turns_of
from annotation.tables.row_column_problems import WHOLE_FILE, WHOLE_ROW
from annotation.verdicts.emptiness import is_empty_response
from annotation.visible import is_blank

Record = dict[str, Any]
FAILED = (ResponseStatus.ERROR, ResponseStatus.EMPTY)
OPTIONAL = ("finish_reason", "prompt_tokens", "completion_tokens", "cost_usd", "collected_at")
FIELDS = ("assistant_turns", "final_turn", "status", *OPTIONAL)
KEPT = ("reply", "sha256", *FIELDS)  # of a reply that failed
TEXT_CHANGED = (
    "differs from the text stored for this task, model and attempt, and a stored response never changes, "
    "expected the same text; give another reply its own attempt_index"
)
IN_A_ROUND = (
    "holds text, but the response is part of a round as a reply without any, and what a round shows never "
    "changes, expected no text; give the reply its own attempt_index"
)
EMPTINESS_CHANGED = (
    "the final turn {says}, but the response was judged as {judged} before its text was known, "
    "expected a text that agrees"
)
BATCH = 500  # SQLite takes some thousand parameters
NOTHING = hashlib.sha256(b"").hexdigest()


@action
def import_responses(*, source: ImportSource, actor: Person | None) -> ImportOutcome:
    """Bring in a responses table. Raises BadInputError with every problem, having written nothing.

    A known response keeps its text; a text that was unknown (its judgments came first) is filled in, if it is
    as empty or not as it was judged to be. A reply with the status error or empty and without any text may be
    followed by one with text, unless a round shows it: it is kept among the earlier ones, and the later
    counts. Status and the optional columns are corrected; blank cells erase nothing. Models named for the
    first time are registered.
    """
    one_import_at_a_time()
    check_corpus(source)
    source.refuse_problems()
    rows = incoming_responses(source.frame)
    known = _known()
    updates = _updates(source, rows, known)
    source.refuse_problems()
    warn_of_look_alikes(source, "model_id", known_models())
    models, new_models = register_models(source.frame["model_id"].unique())
    new = [row for row in rows if _key(row) not in known]
    _insert(new, models)
    followed = [pk for pk, row in updates.items() if "reply" in row]
    if followed:
        message = f"{len(followed):,} of the rows come in place of replies that had failed, which are kept"
        source.findings.warning(1, WHOLE_FILE, message)
    _keep_earlier(followed)
    _update(updates)
    n_texts = sum("final_turn" in row for row in updates.values())
    details = {
        "models": new_models,
        "texts_filled_in": n_texts - len(followed),
        "collected_again": len(followed),
    }
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
        "reply",
        *(name for name in FIELDS if name != "final_turn"),
    )
    return {(row["task__uid"], row["model__model_id"], row["attempt"]): row for row in rows.iterator(20_000)}


def _failed() -> dict[int, bool]:
    """The responses that have no text by a passing fault, and whether a round shows each."""
    rows = Response.objects.with_text().filter(status__in=FAILED).order_by()
    shown = Exists(RoundItem.objects.filter(response=OuterRef("pk")))
    texts = rows.annotate(shown=shown).values_list("id", "final_turn", "shown")
    return {pk: is_shown for pk, text, is_shown in texts if is_blank(text)}


def _hashes_before() -> dict[int, set[str]]:
    """The hashes of the earlier replies of each response that has any."""
    hashes: dict[int, set[str]] = {}
    for response, sha256 in EarlierReply.objects.order_by().values_list("response_id", "sha256"):
        hashes.setdefault(response, set()).add(sha256)
    return hashes


def _updates(
    source: ImportSource, rows: list[Record], known: dict[tuple[str, str, int], Record]
) -> dict[int, Record]:
    """What to set in known responses, by primary key."""
    updates = {}
    failed, before = _failed(), _hashes_before()
    for number, row in zip(source.frame.index, rows, strict=True):
        present = known.get(_key(row))
        if present is None:
            continue
        if row["sha256"] in before.get(present["id"], ()):
            continue  # said before, and followed since
        changes = None if is_blank(row["final_turn"]) else _following(row, present, failed)
        changes = changes_of(row, present) if changes is None else changes
        if isinstance(changes, str):
            source.findings.problem(number, _text_column(source.frame, number), changes)
        elif changes:
            updates[present["id"]] = changes
    return updates


def _following(row: Record, present: Record, failed: dict[int, bool]) -> Record | str | None:
    """What to set where a text follows a reply that failed, or why it may not; None where nothing failed."""
    if present["id"] not in failed:
        return None
    if failed[present["id"]]:
        return IN_A_ROUND
    return {name: row[name] for name in (*FIELDS, "sha256")} | {"reply": present["reply"] + 1}


def _keep_earlier(responses: list[int]) -> None:
    """Append what these responses are now to their earlier replies."""
    rows = [
        row
        for start in range(0, len(responses), BATCH)
        for row in Response.objects.filter(pk__in=responses[start : start + BATCH])
        .order_by("pk")
        .values("pk", *KEPT)
    ]
    if rows:
        columns = {name: [row[name] for row in rows] for name in KEPT}
        insert_rows(EarlierReply, {"response_id": [row["pk"] for row in rows], **columns})


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


def incoming_responses(frame: pd.DataFrame) -> list[Record]:
    """The rows as records of Response fields; what is not filled is None."""
    columns = {
        "unique_id": frame["unique_id"].tolist(),
        "model_id": frame["model_id"].tolist(),
        "attempt": plain_values(frame["attempt_index"]),
        "assistant_turns": [turns_of(text) for text in frame["assistant_turns"]],
        "final_turn": final_turns(frame).tolist(),
        "status": frame["response_status"].tolist(),
        "finish_reason": _texts(frame["finish_reason"]),
        "prompt_tokens": plain_values(frame["prompt_tokens"]),
        "completion_tokens": plain_values(frame["completion_tokens"]),
        "cost_usd": [Decimal(text) if text else None for text in frame["cost_usd"]],
        "collected_at": _texts(frame["collected_at"]),
    }
    columns["sha256"] = [hashlib.sha256(text.encode()).hexdigest() for text in columns["final_turn"]]
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _texts(column: pd.Series) -> list[str | None]:
    return [text or None for text in column]


def changes_of(row: Record, present: Record) -> Record | str:
    """The fields to set so that `present` says what `row` says, or a sentence when that may not be done.

    present: the stored FIELDS without the text, and sha256 ("" for a text that is not known yet). An empty
    reply known from its judgments is stored as ""; blank space may take its place when the reply itself
    arrives.
    """
    shows_nothing = is_blank(row["final_turn"])
    fills_in = present["sha256"] == "" or (shows_nothing and present["sha256"] == NOTHING != row["sha256"])
    if not fills_in and present["sha256"] != row["sha256"]:
        return TEXT_CHANGED
    is_empty = is_empty_response(row["final_turn"], row["status"])
    if present["sha256"] == "" and is_empty != (present["status"] == ResponseStatus.EMPTY):
        says, judged = ("is blank", "not empty") if shows_nothing else ("holds text", "empty")
        return EMPTINESS_CHANGED.format(says=says, judged=judged)
    stored = present["assistant_turns"]
    if row["assistant_turns"] and stored and row["assistant_turns"] != stored:
        return TEXT_CHANGED
    changes = {
        name: row[name] for name in FIELDS if name != "final_turn" and row[name] not in (None, present[name])
    }
    return changes | {"final_turn": row["final_turn"], "sha256": row["sha256"]} if fills_in else changes
