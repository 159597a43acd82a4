"""Which responses of a drawn task the clinicians read: every model and quality level about as often."""

from collections import Counter, defaultdict

import numpy as np
from django.db.models import Avg, Case, FloatField, Q, When

from annotation.models import Response, ResponseStatus, Task

QUALITY_LEVELS = ("low", "middle", "high")
UNKNOWN_LEVEL = "unknown"


def readable_responses(tasks: list[Task]) -> dict[int, list[Response]]:
    """Responses a clinician can read, by task: text known and not empty. Each carries `met_rate`.

    `met_rate` is the share of votes for "met" among the judges' votes on it, None without a vote.
    """
    met = Case(When(judge_votes__met=True, then=1.0), default=0.0, output_field=FloatField())
    readable = (
        Response.objects.with_text()
        .filter(task__in=[task.id for task in tasks])
        .exclude(status__in=[ResponseStatus.EMPTY, ResponseStatus.ERROR])
        .annotate(met_rate=Avg(met, filter=Q(judge_votes__met__isnull=False)))
        .select_related("model")
        .defer("assistant_turns")
        .order_by()
    )
    by_task: dict[int, list[Response]] = defaultdict(list)
    for response in sorted(
        readable, key=lambda response: (response.task_id, response.model.model_id, response.attempt)
    ):
        if not response.is_empty:
            by_task[response.task_id].append(response)
    return by_task


def quality_levels(candidates: dict[int, list[Response]]) -> dict[int, str]:
    """A rough quality level of each response: thirds of the share met that the judges' votes give."""
    everything = [response for responses in candidates.values() for response in responses]
    rated = [response for response in everything if response.met_rate is not None]
    levels = {response.id: UNKNOWN_LEVEL for response in everything}
    if rated:
        bounds = np.percentile([response.met_rate for response in rated], [100 / 3, 200 / 3])
        for response in rated:
            levels[response.id] = QUALITY_LEVELS[int(np.searchsorted(bounds, response.met_rate))]
    return levels


def spread(
    responses: list[Response],
    wanted: int,
    levels: dict[int, str],
    used: Counter,
    chance: np.random.RandomState,
) -> list[Response]:
    """Take the response whose model, then quality level, has been used least so far; ties by the seed.

    `used` counts over all tasks and is updated.
    """
    waiting = [responses[index] for index in chance.permutation(len(responses))]
    taken: list[Response] = []
    while len(taken) < wanted:
        best = min(waiting, key=lambda r: (used["model", r.model_id], used["level", levels[r.id]]))
        waiting.remove(best)
        taken.append(best)
        used["model", best.model_id] += 1
        used["level", levels[best.id]] += 1
    return sorted(taken, key=lambda response: (response.model.model_id, response.attempt))
