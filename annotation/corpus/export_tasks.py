"""The tasks table: each task with its prompts and its newest rubric and reference."""

import pandas as pd

from annotation.base.bulk import read_frame
from annotation.corpus.frames import (
    METADATA,
    criterion_frame,
    current_references,
    current_rubrics,
    task_frame,
)
from annotation.corpus.splits import tasks_to_export
from annotation.models import Prompt
from annotation.tables.order import in_canonical_order
from annotation.tables.rubric import CRITERIA_COLUMNS, SLOT_NUMBERS, slot_columns, slots_of
from annotation.tables.tasks import PROMPTS


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
