"""What a row of the responses table says, and what it would change of a response that is known."""

import hashlib
from decimal import Decimal
from typing import Any

import pandas as pd

from annotation.base.bulk import plain_values
from annotation.models import ResponseStatus
from annotation.tables.responses import final_turns, turns_of

Record = dict[str, Any]

OPTIONAL = ("finish_reason", "prompt_tokens", "completion_tokens", "cost_usd", "collected_at")
FIELDS = ("assistant_turns", "final_turn", "status", *OPTIONAL)
TEXT_CHANGED = (
    "differs from the text stored for this task, model and attempt, and a stored response never changes, "
    "expected the same text; give another reply its own attempt_index"
)
EMPTINESS_CHANGED = (
    "the final turn {says}, but the response was judged as {judged} before its text was known, "
    "expected a text that agrees"
)
NOTHING = hashlib.sha256(b"").hexdigest()


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
    is_blank = not row["final_turn"].strip()
    fills_in = present["sha256"] == "" or (is_blank and present["sha256"] == NOTHING != row["sha256"])
    if not fills_in and present["sha256"] != row["sha256"]:
        return TEXT_CHANGED
    if present["sha256"] == "" and is_blank != (present["status"] == ResponseStatus.EMPTY):
        says, judged = ("is blank", "not empty") if is_blank else ("holds text", "empty")
        return EMPTINESS_CHANGED.format(says=says, judged=judged)
    stored = present["assistant_turns"]
    if row["assistant_turns"] and stored and row["assistant_turns"] != stored:
        return TEXT_CHANGED
    changes = {
        name: row[name] for name in FIELDS if name != "final_turn" and row[name] not in (None, present[name])
    }
    return changes | {"final_turn": row["final_turn"], "sha256": row["sha256"]} if fills_in else changes
