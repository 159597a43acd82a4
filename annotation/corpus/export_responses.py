"""The responses table: every response whose text is known."""

from decimal import Decimal

import pandas as pd

from annotation.base.bulk import read_frame
from annotation.corpus.splits import tasks_to_export
from annotation.models import Response
from annotation.tables.files.jsonl import turns_text
from annotation.tables.order import in_canonical_order

FIELDS = {
    "unique_id": "task__uid",
    "model_id": "model__model_id",
    "attempt_index": "attempt",
    "assistant_turns": "assistant_turns",
    "response": "final_turn",
    "response_status": "status",
    "finish_reason": "finish_reason",
    "prompt_tokens": "prompt_tokens",
    "completion_tokens": "completion_tokens",
    "cost_usd": "cost_usd",
    "collected_at": "collected_at",
}


def responses_table(split: str | None = None) -> pd.DataFrame:
    """The table in canonical order. Responses known only by their judgments have no place in it.

    Where all turns are known the final one is their last, and `response` is blank.
    """
    rows = Response.objects.with_text().filter(task__in=tasks_to_export(split))
    frame = read_frame(rows.order_by(), **FIELDS)
    turns = frame["assistant_turns"].tolist()
    return in_canonical_order(
        "responses",
        frame.assign(
            assistant_turns=texts(["" if known is None else turns_text(known) for known in turns]),
            response=texts(
                [text if known is None else "" for known, text in zip(turns, frame["response"], strict=True)]
            ),
            finish_reason=texts(frame["finish_reason"]),
            prompt_tokens=frame["prompt_tokens"].astype("Int64"),
            completion_tokens=frame["completion_tokens"].astype("Int64"),
            cost_usd=amounts(frame["cost_usd"]),
            collected_at=texts(frame["collected_at"]),
        ),
    )


def without_text(split: str | None = None) -> int:
    """How many responses `responses_table` leaves out because their text is unknown."""
    return Response.objects.without_text().filter(task__in=tasks_to_export(split)).count()


def texts(values: list[str | None] | pd.Series) -> pd.Series:
    """A text column: "" where there is nothing. The rows of a Series keep their index."""
    index = values.index if isinstance(values, pd.Series) else None
    return pd.Series(["" if value is None else value for value in values], index=index, dtype="str")


def amounts(values: pd.Series) -> pd.Series:
    """Amounts as text without zeros at the end: 0.0125; "" where there is none."""
    plain = [None if value is None else _plain(value) for value in values]
    return texts(pd.Series(plain, index=values.index, dtype=object))


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
