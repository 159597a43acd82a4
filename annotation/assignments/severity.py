"""Which conversations weigh on their reader: said once, for the order of items and for care."""

from annotation.models import Round, RoundItem, Task

EXPLICIT = "Explicit"


def is_high_severity(task: Task, round: Round) -> bool:
    """Whether the task is heavy by this round's rule: a late stage and, as it usually says, explicit."""
    is_late = task.progression_stage in round.high_severity_stages
    return is_late and (task.explicit_type == EXPLICIT or not round.high_severity_explicit_only)


def is_heavy_item(item: RoundItem, round: Round) -> bool:
    """The same of an item of the round. Long conversations carry no stage and never count as heavy."""
    return item.response is not None and is_high_severity(item.response.task, round)
