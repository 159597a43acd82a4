"""Divide the corpus into the public half and the private holdout."""

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter

from annotation.base.action import action, lock_rows
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.stratification import iterative_stratification
from annotation.models import Person, Split, Task, TaskState

VARIABLES = {
    "subcategory": "sub_category",
    "age": "age",
    "turns": "turns",
    "intent": "prompt_intent",
    "stage": "progression_stage",
}
HALVES = (Split.PUBLIC, Split.PRIVATE)


@action
def split_tasks(*, fraction: float, seed: int, actor: Person | None) -> dict:
    """Assign every task without a split, keeping those that have one; `fraction` becomes public.

    Returns the counts and, per stratum value, how many tasks are public and private. Raises BadInputError
    when the fraction is not between 0 and 1 or no task waits. Assigned tasks never change halves: a private
    task that was once public would be no holdout any more.
    """
    if not 0 < fraction < 1:
        raise BadInputError([f"The fraction must lie between 0 and 1; {fraction:g} was given."])
    if not 0 <= seed < 2**32:
        raise BadInputError([f"The seed must be a whole number from 0 to 4294967295; {seed} was given."])
    tasks = _by_code_point(lock_rows(Task.objects.exclude(state=TaskState.RETIRED)))
    waiting = [task for task in tasks if task.split == Split.UNASSIGNED]
    if not waiting:
        raise BadInputError(["No task is waiting for a split. Import tasks without a split first."])
    rows = [{name: getattr(task, field) for name, field in VARIABLES.items()} for task in tasks]
    fixed = [HALVES.index(task.split) if task.split in HALVES else None for task in tasks]
    subsets = iterative_stratification(rows, (fraction, 1 - fraction), seed, fixed)
    for task, subset in zip(tasks, subsets, strict=True):
        task.split = HALVES[subset]
    Task.objects.bulk_update(waiting, ["split"])
    counts = Counter(task.split for task in tasks)
    result = {
        "fraction": fraction,
        "seed": seed,
        "assigned": len(waiting),
        "public": counts[Split.PUBLIC],
        "private": counts[Split.PRIVATE],
        "balance": _balance(tasks),
    }
    record_audit(
        actor=actor,
        verb="split_tasks",
        target="corpus:tasks",
        detail={k: result[k] for k in list(result)[:5]},
    )
    return result


def _by_code_point(tasks: Iterable[Task]) -> list[Task]:
    """Sorted here, because the collation of a database would make a seed mean another split on each."""
    return sorted(tasks, key=attrgetter("uid"))


def _balance(tasks: list[Task]) -> list[dict]:
    table = []
    for name, field in VARIABLES.items():
        counts = Counter((getattr(task, field), task.split) for task in tasks)
        for value in sorted({getattr(task, field) for task in tasks}):
            halves = {half.value: counts[value, half] for half in HALVES}
            table.append({"variable": name, "value": value, **halves})
    return table
