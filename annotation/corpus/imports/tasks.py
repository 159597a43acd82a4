"""Import the tasks table: new tasks come in, known ones gain revisions and corrected metadata."""

from collections import defaultdict
from typing import Any

import pandas as pd

from annotation import vocabulary
from annotation.base.action import action, lock_rows, one_import_at_a_time
from annotation.corpus.frames import METADATA
from annotation.corpus.imports.import_source import (
    ImportOutcome,
    ImportSource,
    record_import,
    warn_of_look_alikes,
)
from annotation.corpus.imports.revisions import Rubric, append_references, append_rubrics
from annotation.corpus.imports.task_checks import check_criterion_ids, check_prompts, check_splits
from annotation.models import Person, Prompt, Response, Split, Task, TaskState
from annotation.tables.rubric import criteria_of
from annotation.tables.tasks import PROMPTS

COLUMN_OF = {name: name.upper() for name in METADATA}
CELLS = ["UNIQUE_ID", *COLUMN_OF.values(), *PROMPTS, "IDEAL_RESPONSE_FINAL"]

Row = dict[str, Any]


@action
def import_tasks(*, source: ImportSource, actor: Person | None, split: str | None = None) -> ImportOutcome:
    """Bring in a tasks table. Raises BadInputError with every problem, having written nothing.

    split: given to new tasks and to those without one; None leaves known tasks where they are and new ones
    unassigned. Known tasks: changed rubrics and references are appended as revisions, metadata is corrected,
    prompts change only while the task has no response. Blank rubrics and references erase nothing. New tasks
    that are complete come in approved, others as drafts.
    """
    one_import_at_a_time()
    known = {task.uid: task for task in lock_rows(Task.objects.prefetch_related("prompts"))}
    rows = dict(zip(source.frame.index, source.frame[CELLS].to_dict("records"), strict=True))
    criteria = criteria_of(source.frame)
    rubrics = _rubrics(criteria)
    answered = set(Response.objects.order_by().values_list("task_id", flat=True).distinct())
    check_prompts(source, rows, known, answered)
    check_splits(source, rows, known, rubrics, split)
    check_criterion_ids(source, criteria)
    source.refuse_problems()
    warn_of_look_alikes(source, "UNIQUE_ID", {uid: _called(task) for uid, task in known.items()})
    rows_of_known = [row for row in rows.values() if row["UNIQUE_ID"] in known]
    rows_of_new = [row for row in rows.values() if row["UNIQUE_ID"] not in known]
    new = _create(rows_of_new, rubrics, split or Split.UNASSIGNED)
    changes = {
        "metadata": _correct_metadata(rows_of_known, known),
        "split": _assign(rows_of_known, known, split),
        "prompts": _replace_prompts(rows_of_known, known),
    }
    tasks = known | new
    changes |= _append_revisions(source, tasks, rubrics, actor)
    outcome = _outcome(source, new, changes)
    return record_import(source=source, outcome=outcome, actor=actor)


def _called(task: Task) -> str:
    """For remarks, which are logged: a task of the private holdout is not named."""
    return "a task of the private holdout" if task.split == Split.PRIVATE else f'"{task.uid}"'


def _rubrics(criteria: pd.DataFrame) -> dict[str, Rubric]:
    columns = (
        criteria[name].tolist()
        for name in ("unique_id", "criterion_id", "criterion_title", "weight", "rubric_dimension")
    )
    rubrics: dict[str, Rubric] = defaultdict(list)
    for uid, *content in zip(*columns, strict=True):
        rubrics[uid].append(tuple(content))
    return rubrics


def _create(rows: list[Row], rubrics: dict[str, Rubric], split: str) -> dict[str, Task]:
    tasks = Task.objects.bulk_create(
        [
            Task(
                uid=row["UNIQUE_ID"],
                split=split,
                state=_state(row, rubrics),
                **{name: row[column] for name, column in COLUMN_OF.items()},
            )
            for row in rows
        ],
        batch_size=1_000,
    )
    prompts = [prompt for task, row in zip(tasks, rows, strict=True) for prompt in _prompts(task, row)]
    Prompt.objects.bulk_create(prompts, batch_size=1_000)
    return {task.uid: task for task in tasks}


def _state(row: Row, rubrics: dict[str, Rubric]) -> str:
    is_whole = len(rubrics[row["UNIQUE_ID"]]) >= vocabulary.MIN_CRITERIA_RELEASED
    return TaskState.APPROVED if is_whole and row["IDEAL_RESPONSE_FINAL"].strip() else TaskState.DRAFT


def _prompts(task: Task, row: Row) -> list[Prompt]:
    texts = [row[name] for name in PROMPTS if row[name]]
    return [Prompt(task=task, position=position, text=text) for position, text in enumerate(texts, start=1)]


def _correct_metadata(rows: list[Row], known: dict[str, Task]) -> set[str]:
    changed = []
    for row in rows:
        task = known[row["UNIQUE_ID"]]
        wanted = {name: row[column] for name, column in COLUMN_OF.items()}
        if wanted != {name: getattr(task, name) for name in METADATA}:
            for name, value in wanted.items():
                setattr(task, name, value)
            changed.append(task)
    Task.objects.bulk_update(changed, METADATA, batch_size=500)
    return {task.uid for task in changed}


def _assign(rows: list[Row], known: dict[str, Task], split: str | None) -> set[str]:
    if split is None:
        return set()
    named = [known[row["UNIQUE_ID"]] for row in rows]
    waiting = [task for task in named if task.split != split]
    for task in waiting:
        task.split = split
    Task.objects.bulk_update(waiting, ["split"], batch_size=500)
    return {task.uid for task in waiting}


def _replace_prompts(rows: list[Row], known: dict[str, Task]) -> set[str]:
    changed = set()
    for row in rows:
        task = known[row["UNIQUE_ID"]]
        wanted = _prompts(task, row)
        if [prompt.text for prompt in wanted] != [prompt.text for prompt in task.prompts.all()]:
            Prompt.objects.filter(task=task).delete()
            Prompt.objects.bulk_create(wanted)
            changed.add(task.uid)
    return changed


def _append_revisions(
    source: ImportSource, tasks: dict[str, Task], rubrics: dict[str, Rubric], actor: Person | None
) -> dict[str, set[str]]:
    reason = f"Imported from {source.name}."
    uid_of = {task.pk: task.uid for task in tasks.values()}
    frame = source.frame
    rubric_of = {tasks[uid].pk: rubrics[uid] for uid in frame["UNIQUE_ID"]}
    texts = zip(frame["UNIQUE_ID"], frame["IDEAL_RESPONSE_FINAL"], strict=True)
    reference_of = {tasks[uid].pk: text for uid, text in texts}
    return {
        "rubrics": {uid_of[task] for task in append_rubrics(rubric_of, actor, reason)},
        "references": {uid_of[task] for task in append_references(reference_of, actor, reason)},
    }


def _outcome(source: ImportSource, new: dict[str, Task], changes: dict[str, set[str]]) -> ImportOutcome:
    known = {name: uids - new.keys() for name, uids in changes.items()}
    details = {name: len(uids) for name, uids in known.items()}
    return ImportOutcome(len(source.frame), len(new), len(set().union(*known.values())), details)
