"""Draw the calibration set: which tasks and which responses the clinicians label."""

from collections import Counter, defaultdict

import numpy as np
from django.db import transaction
from django.db.models import Avg, Case, FloatField, Q, When

from annotation.actions.audit import record_audit
from annotation.actions.split import VARIABLES
from annotation.errors import BadInputError
from annotation.models import Person, Response, ResponseStatus, Split, Task, TaskState
from annotation.stratification import nested_quotas
from calibration.models import CalibrationResponse, CalibrationSet, CalibrationTask

Stratum = tuple[str, ...]
QUALITY_LEVELS = ("low", "middle", "high")


@transaction.atomic
def draw_calibration(
    *, name: str, size: int, per_task: int, seed: int, actor: Person | None
) -> CalibrationSet:
    """Draw `size` approved public tasks, stratified, and `per_task` responses to each.

    The same corpus and seed give the same draw. Raises BadInputError with the stratum that is short, and
    writes nothing then. A round for the clinicians is made from the set by its caller.
    """
    _check(name, size, per_task, seed)
    candidates = _candidate_responses()
    tasks = list(Task.objects.filter(split=Split.PUBLIC, state=TaskState.APPROVED).order_by("uid"))
    quotas = _quotas(tasks, size, seed)
    ready = [task for task in tasks if len(candidates[task.id]) >= per_task]
    _report_short_strata(quotas, ready, per_task)
    chance = np.random.RandomState(seed)
    chosen = _choose_tasks(ready, quotas, chance)
    drawn = CalibrationSet.objects.create(
        name=name, seed=seed, size=size, per_task=per_task, drawn_by=actor, balance=_balance(tasks, chosen)
    )
    levels = _quality_levels(candidates)
    used: Counter = Counter()
    for position, task in enumerate(chosen, start=1):
        row = CalibrationTask.objects.create(calibration_set=drawn, task=task, position=position)
        responses = _spread(candidates[task.id], per_task, levels, used, chance)
        CalibrationResponse.objects.bulk_create(
            CalibrationResponse(calibration_task=row, response=response) for response in responses
        )
    detail = {"size": size, "per_task": per_task, "seed": seed}
    record_audit(actor=actor, verb="draw_calibration", target=drawn, detail=detail)
    return drawn


def _check(name: str, size: int, per_task: int, seed: int) -> None:
    problems = []
    if not name.strip():
        problems.append("The set needs a name.")
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
    return sorted(chosen, key=lambda task: task.uid)


def _candidate_responses() -> dict[int, list[Response]]:
    """Responses a clinician can read, by task: text known and not empty."""
    met = Case(When(judge_votes__met=True, then=1.0), default=0.0, output_field=FloatField())
    readable = (
        Response.objects.filter(final_turn__isnull=False)
        .exclude(status__in=[ResponseStatus.EMPTY, ResponseStatus.ERROR])
        .annotate(met_rate=Avg(met, filter=Q(judge_votes__met__isnull=False)))
        .select_related("model")
        .order_by("task_id", "model__model_id", "attempt")
    )
    found: dict[int, list[Response]] = defaultdict(list)
    for response in readable:
        if not response.is_empty:
            found[response.task_id].append(response)
    return found


def _quality_levels(candidates: dict[int, list[Response]]) -> dict[int, str]:
    """A rough quality level of each response: thirds of the share met that its judges' votes give."""
    rated = [r for responses in candidates.values() for r in responses if r.met_rate is not None]
    if not rated:
        return {}
    bounds = np.percentile([response.met_rate for response in rated], [100 / 3, 200 / 3])
    return {r.id: QUALITY_LEVELS[int(np.searchsorted(bounds, r.met_rate, side="left"))] for r in rated}


def _spread(
    responses: list[Response],
    wanted: int,
    levels: dict[int, str],
    used: Counter,
    chance: np.random.RandomState,
) -> list[Response]:
    """Take the response whose model, then quality level, has been used least so far; ties by the seed."""
    waiting = [responses[index] for index in chance.permutation(len(responses))]
    taken: list[Response] = []
    while len(taken) < wanted:
        best = min(waiting, key=lambda r: (used["model", r.model_id], used["level", levels.get(r.id, "")]))
        waiting.remove(best)
        taken.append(best)
        used["model", best.model_id] += 1
        used["level", levels.get(best.id, "")] += 1
    return sorted(taken, key=lambda response: (response.model.model_id, response.attempt))


def _balance(population: list[Task], chosen: list[Task]) -> dict[str, list[dict]]:
    """Per variable and value: tasks approved and public, and tasks drawn."""
    table = {}
    for name, field in VARIABLES.items():
        all_of, drawn = (Counter(getattr(task, field) for task in tasks) for tasks in (population, chosen))
        table[name] = [{"value": v, "available": all_of[v], "drawn": drawn[v]} for v in sorted(all_of)]
    return table
