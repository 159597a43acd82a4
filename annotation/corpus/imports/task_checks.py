"""What a tasks table may not do to tasks that are known: change prompts that were answered, change halves, or
take a criterion's id.
"""

from typing import Any

import pandas as pd

from annotation import vocabulary
from annotation.corpus.imports.import_source import ImportSource
from annotation.corpus.imports.revisions import Rubric
from annotation.models import Criterion, Split, Task
from annotation.tables.row_column_problems import WHOLE_ROW
from annotation.tables.rubric import slot_columns
from annotation.tables.tasks import PROMPTS

Rows = dict[int, dict[str, Any]]

PROMPT_CHANGED = (
    "differs from the prompt of the known task, and the prompts of a task with responses never change, "
    "expected the same text; give the changed conversation a new UNIQUE_ID"
)


def check_prompts(source: ImportSource, rows: Rows, known: dict[str, Task], answered: set[int]) -> None:
    """Prompts of tasks with responses stay. answered: primary keys of those tasks."""
    for number, row in rows.items():
        task = known.get(row["UNIQUE_ID"])
        if task is None or task.pk not in answered:
            continue
        texts = {f"PROMPT_{prompt.position}": prompt.text for prompt in task.prompts.all()}
        for name in PROMPTS:
            if row[name] != texts.get(name, ""):
                source.findings.problem(number, name, PROMPT_CHANGED)


def check_criterion_ids(source: ImportSource, criteria: pd.DataFrame) -> None:
    """An id that a criterion of another task has or had is not given again: one table could not hold both.

    criteria: `criteria_of` the file. A task of the private holdout is not named, since messages are logged.
    """
    taken = {
        name: (uid, "a task of the private holdout" if split == Split.PRIVATE else f"the task {uid}")
        for name, uid, split in Criterion.objects.values_list("criterion_id", "task__uid", "task__split")
    }
    columns = (criteria[name] for name in ("unique_id", "position", "criterion_id"))
    for number, uid, position, name in zip(criteria.index, *columns, strict=True):
        owner, words = taken.get(name, (uid, ""))
        if owner != uid:
            message = f"{words} has a criterion of this id, expected an id that no other task has used"
            source.findings.problem(number, slot_columns(position)[0], message)


def check_splits(
    source: ImportSource, rows: Rows, known: dict[str, Task], rubrics: dict[str, Rubric], split: str | None
) -> None:
    """A task that has a split keeps it, and one in a split has the criteria that a release needs."""
    for number, row in rows.items():
        task = known.get(row["UNIQUE_ID"])
        if task is None:
            continue
        if split is not None and task.split not in (split, Split.UNASSIGNED):
            source.findings.problem(number, WHOLE_ROW, _refusal(task.split, split))
        count = len(rubrics.get(row["UNIQUE_ID"], ()))
        if task.split != Split.UNASSIGNED and 0 < count < vocabulary.MIN_CRITERIA_RELEASED:
            source.findings.problem(
                number,
                WHOLE_ROW,
                f"the task has {count} criteria and is in the {task.split} split, "
                f"expected at least {vocabulary.MIN_CRITERIA_RELEASED}",
            )


def _refusal(present: str, wanted: str) -> str:
    reason = (
        "a task that has a split keeps it"
        if wanted == Split.UNASSIGNED
        else "a task never moves between the public split and the private holdout"
    )
    return f"the task is in the {present} split, and {reason}, expected the split {present} or none"
