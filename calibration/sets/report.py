"""A calibration set as one JSON object."""

from typing import Any

from django.db.models import Count

from annotation.corpus.frames import current_rubrics
from annotation.models import Response
from calibration.models import CalibrationSet
from calibration.sets.draw import responses_of


def draw_report(drawn: CalibrationSet) -> dict[str, Any]:
    """The set with its tasks, the responses chosen for each, and its balance."""
    by_task: dict[str, list[dict[str, Any]]] = {}
    responses = responses_of(drawn)
    for response in responses:
        chosen = {"model_id": response.model.model_id, "attempt_index": response.attempt}
        by_task.setdefault(response.task.uid, []).append(chosen)
    return {
        "name": drawn.name,
        "seed": drawn.seed,
        "size": drawn.size,
        "per_task": drawn.per_task,
        "n_tasks": len(by_task),
        "n_responses": len(responses),
        "n_units": _n_units(responses),
        "tasks": [{"unique_id": uid, "responses": chosen} for uid, chosen in by_task.items()],
        "balance": drawn.balance,
        "round": drawn.round.name if drawn.has_round else None,
    }


def _n_units(responses: list[Response]) -> int:
    """Pairs with the newest rubric of each task."""
    newest = current_rubrics().filter(task__in={response.task_id for response in responses})
    counted = newest.order_by().annotate(n=Count("criterion_versions")).values_list("task_id", "n")
    criteria = dict(counted)
    return sum(criteria.get(response.task_id, 0) for response in responses)
