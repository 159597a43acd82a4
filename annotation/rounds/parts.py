"""What a round is made of: its raters and its numbered items, put down once and again while it is a draft."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from annotation.models import Person, RaterSlot, Response, Round, RoundItem, RubricRevision, Transcript

Thing = TypeVar("Thing", Response, Transcript)


def seat_raters(round: Round, raters: Sequence[Person]) -> None:
    """Give the round these raters in slot order, instead of those it has."""
    round.slots.all().delete()
    RaterSlot.objects.bulk_create(
        RaterSlot(round=round, position=position, rater=rater)
        for position, rater in enumerate(raters, start=1)
    )


def place_responses(round: Round, responses: Sequence[Response], revisions: Mapping[int, int]) -> None:
    """Give the round these items instead of those it has. revisions: task id to the revision to pin."""
    round.items.all().delete()
    RoundItem.objects.bulk_create(
        RoundItem(
            round=round,
            response=response,
            rubric_revision_id=revisions[response.task_id],
            position=position,
        )
        for position, response in _numbered(round, responses)
    )


def place_transcripts(round: Round, transcripts: Sequence[Transcript]) -> None:
    """The same with long conversations."""
    round.items.all().delete()
    RoundItem.objects.bulk_create(
        RoundItem(round=round, transcript=transcript, position=position)
        for position, transcript in _numbered(round, transcripts)
    )


def newest_revisions(responses: Sequence[Response]) -> dict[int, int]:
    """Task id to the id of its newest rubric revision; tasks without a rubric are missing."""
    tasks = {response.task_id for response in responses}
    rows = RubricRevision.objects.filter(task__in=tasks).order_by("number").values_list("task_id", "pk")
    return dict(rows)


def _numbered(round: Round, things: Sequence[Thing]) -> Iterator[tuple[int, Thing]]:
    """Number by chance: the order of the input goes by model, and a rater sees the numbers."""
    chance = np.random.RandomState([round.seed & 0xFFFFFFFF, round.seed >> 32, 0])
    order = chance.permutation(len(things))
    return ((position, things[index]) for position, index in enumerate(order, start=1))
