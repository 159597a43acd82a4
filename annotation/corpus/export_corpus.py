"""The tasks table (each task with its prompts and its newest rubric and reference) and the responses table
(every response whose text is known).
"""

from decimal import Decimal

import pandas as pd

from annotation.base.bulk import read_frame
from annotation.corpus.frames import (
    METADATA,
    criterion_frame,
    current_references,
    current_rubrics,
    task_frame,
)
from annotation.corpus.tasks_to_export import tasks_to_export
from annotation.models import Prompt, Response
from annotation.tables.files.jsonl import turns_text
from annotation.tables.order import in_canonical_order
from annotation.tables.rubric import CRITERIA_COLUMNS, SLOT_NUMBERS, slot_columns, slots_of
from annotation.tables.tasks import PROMPTS

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


def tasks_table(split: str | None = None) -> pd.DataFrame:
    """The table in canonical order. split: see `tasks_to_export`."""
    chosen = tasks_to_export(split)
    tasks = task_frame(chosen)
    frame = pd.DataFrame(
        {"UNIQUE_ID": tasks["unique_id"], **{name.upper(): tasks[name] for name in METADATA}}
    ).set_index("UNIQUE_ID", drop=False)
    prompts = read_frame(
        Prompt.objects.filter(task__in=chosen), unique_id="task__uid", position="position", text="text"
    )
    for number, name in enumerate(PROMPTS, start=1):
        here = prompts[prompts["position"] == number]
        frame[name] = here.set_index("unique_id")["text"].reindex(frame.index).fillna("")
    references = read_frame(current_references().filter(task__in=chosen), unique_id="task__uid", text="text")
    frame["IDEAL_RESPONSE_FINAL"] = references.set_index("unique_id")["text"].reindex(frame.index).fillna("")
    criteria = criterion_frame(current_rubrics().filter(task__in=chosen))
    slots = slots_of(criteria[list(CRITERIA_COLUMNS)]).reindex(frame.index)
    texts = [name for number in SLOT_NUMBERS for name in slot_columns(number) if not name.endswith("_WEIGHT")]
    slots[texts] = slots[texts].fillna("")
    return in_canonical_order("tasks", pd.concat([frame, slots], axis=1).reset_index(drop=True))


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
