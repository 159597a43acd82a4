"""Draw the calibration set: which tasks and which responses the clinicians label, and how the set compares
with what it was drawn from.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import attrgetter

import numpy as np

from annotation.access import refuse_raters
from annotation.base.action import action, lock_row
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.split import VARIABLES
from annotation.corpus.stratification import nested_quotas
from annotation.models import Person, Response, Round, RoundPurpose, Split, Task, TaskState
from annotation.rounds.checks import name_problems
from annotation.rounds.open_and_close import create_round
from calibration.models import CalibrationResponse, CalibrationSet, CalibrationTask
from calibration.sets.draw_responses import quality_levels, readable_responses, spread

Stratum = tuple[str, ...]
DEFAULT_SIZE = 75
DEFAULT_PER_TASK = 4
Balance = dict[str, list[dict[str, int | str]]]


@action
def draw_calibration(
    *,
    name: str,
    size: int = DEFAULT_SIZE,
    per_task: int = DEFAULT_PER_TASK,
    seed: int,
    actor: Person | None,
    clinicians: Sequence[Person] = (),
) -> CalibrationSet:
    """Draw `size` approved public tasks, stratified, and `per_task` responses to each.

    With three clinicians their draft round of the same name is made too. The same corpus and seed give the
    same draw on every machine. Raises BadInputError with the strata that are short, and writes nothing then.
    """
    refuse_raters(actor)
    name = name.strip()
    _check(name, size, per_task, seed)
    tasks = sorted(Task.objects.filter(split=Split.PUBLIC, state=TaskState.APPROVED), key=attrgetter("uid"))
    quotas = _quotas(tasks, size, seed)
    candidates = readable_responses(tasks)
    ready = [task for task in tasks if len(candidates[task.id]) >= per_task]
    _report_short_strata(quotas, ready, per_task)
    chance = np.random.RandomState(seed)
    chosen = _choose_tasks(ready, quotas, chance)
    levels = quality_levels(candidates)
    used: Counter = Counter()
    responses = {task.id: spread(candidates[task.id], per_task, levels, used, chance) for task in chosen}
    drawn = CalibrationSet.objects.create(
        name=name,
        seed=seed,
        size=size,
        per_task=per_task,
        drawn_by=actor,
        balance=balance_table(tasks, chosen, responses, levels),
    )
    _store(drawn, chosen, responses)
    detail = {"size": size, "per_task": per_task, "seed": seed}
    record_audit(actor=actor, verb="draw_calibration", target=drawn, detail=detail)
    if clinicians:
        drawn.round = open_to(calibration_set=drawn, clinicians=clinicians, actor=actor)
    return drawn


@action
def open_to(*, calibration_set: CalibrationSet, clinicians: Sequence[Person], actor: Person | None) -> Round:
    """Make the set's draft round for three clinicians. Raises BadInputError when it has one already."""
    refuse_raters(actor)
    calibration_set = lock_row(calibration_set)
    if calibration_set.has_round:
        raise BadInputError(f"The set {calibration_set.name} has its round already.")
    calibration_set.round = create_round(
        actor=actor,
        name=calibration_set.name,
        responses=responses_of(calibration_set),
        raters=list(clinicians),
        purpose=RoundPurpose.CALIBRATION,
        seed=calibration_set.seed,
    )
    calibration_set.save(update_fields=["round"])
    return calibration_set.round


def responses_of(calibration_set: CalibrationSet) -> list[Response]:
    """The drawn responses by task, model and attempt."""
    rows = CalibrationResponse.objects.filter(calibration_task__calibration_set=calibration_set)
    rows = rows.select_related("response__task", "response__model", "calibration_task")
    order = {row: (row.calibration_task.position, row.response.model.model_id) for row in rows}
    return [row.response for row in sorted(rows, key=lambda row: (*order[row], row.response.attempt))]


def _check(name: str, size: int, per_task: int, seed: int) -> None:
    problems = name_problems(name)
    if CalibrationSet.objects.filter(name=name).exists():
        problems.append(f"A calibration set named {name!r} exists already; choose another name.")
    if size < 1:
        problems.append(f"The size must be at least 1 task; {size} was given.")
    if per_task < 1:
        problems.append(f"At least 1 response per task is needed; {per_task} was given.")
    if not 0 <= seed < 2**32:
        problems.append(f"The seed must be a whole number from 0 to 4294967295; {seed} was given.")
    if problems:
        raise BadInputError(problems)


def _stratum(task: Task) -> dict[str, str]:
    return {name: getattr(task, field) for name, field in VARIABLES.items()}


def _quotas(tasks: list[Task], size: int, seed: int) -> dict[Stratum, int]:
    try:
        return nested_quotas([_stratum(task) for task in tasks], size, list(VARIABLES), seed)
    except ValueError:
        raise BadInputError(
            f"{size} tasks were asked for, but only {len(tasks)} tasks are approved and public. "
            "Ask for fewer, or approve and split more tasks."
        ) from None


def _report_short_strata(quotas: dict[Stratum, int], ready: list[Task], per_task: int) -> None:
    have = Counter(tuple(_stratum(task).values()) for task in ready)
    short = [
        f"Stratum {' / '.join(stratum)}: {quota} tasks with {per_task} readable responses each are needed, "
        f"{have[stratum]} exist. Collect more responses, or ask for fewer per task."
        for stratum, quota in quotas.items()
        if have[stratum] < quota
    ]
    if short:
        raise BadInputError(short)


def _choose_tasks(ready: list[Task], quotas: dict[Stratum, int], chance: np.random.RandomState) -> list[Task]:
    by_stratum: dict[Stratum, list[Task]] = defaultdict(list)
    for task in ready:
        by_stratum[tuple(_stratum(task).values())].append(task)
    chosen: list[Task] = []
    for stratum, quota in sorted(quotas.items()):
        members = by_stratum[stratum]
        chosen += [members[index] for index in chance.permutation(len(members))[:quota]]
    return sorted(chosen, key=attrgetter("uid"))


def _store(drawn: CalibrationSet, chosen: list[Task], responses: dict[int, list[Response]]) -> None:
    rows = CalibrationTask.objects.bulk_create(
        CalibrationTask(calibration_set=drawn, task=task, position=position)
        for position, task in enumerate(chosen, start=1)
    )
    CalibrationResponse.objects.bulk_create(
        CalibrationResponse(calibration_task=row, response=response)
        for row in rows
        for response in responses[row.task_id]
    )


def balance_table(
    population: list[Task], chosen: list[Task], responses: dict[int, list[Response]], levels: dict[int, str]
) -> Balance:
    """Per variable and value: how many are available and how many were drawn, as JSON.

    Task variables count tasks. `model` and `quality` count the drawn responses; `available` is absent there.
    """
    table: Balance = {}
    for name, field in VARIABLES.items():
        available, drawn = (Counter(getattr(task, field) for task in tasks) for tasks in (population, chosen))
        table[name] = [
            {"value": value, "available": available[value], "drawn": drawn[value]}
            for value in sorted(available)
        ]
    taken = [response for task in chosen for response in responses[task.id]]
    for name, counted in (
        ("model", Counter(response.model.model_id for response in taken)),
        ("quality", Counter(levels[response.id] for response in taken)),
    ):
        table[name] = [{"value": value, "drawn": count} for value, count in sorted(counted.items())]
    return table
