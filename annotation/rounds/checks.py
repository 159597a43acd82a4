"""What a round is made of, and what stands in the way of it, in sentences with a way forward."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

import numpy as np

from annotation.models import Person, RaterSlot, Response, Role, Round, RoundItem, RubricRevision, Transcript
from annotation.verdicts.rules import N_RATERS
from annotation.visible import fault_of_name, look_alikes

RESERVED_NAMES = ("new", ".", "..")  # "new" is the address of the page that makes a round
MAX_NAME = 100


def name_problems(name: str) -> list[str]:
    if not name:
        return ["The round needs a name."]
    problems = []
    if len(name) > MAX_NAME:
        problems.append(f"The name has {len(name)} characters; at most {MAX_NAME} fit.")
    if "/" in name or not name.isprintable() or name in RESERVED_NAMES:
        problems.append(
            f"The name {name!r} cannot stand in an address. Use letters, digits, spaces and hyphens."
        )
    elif fault := fault_of_name(name):
        problems.append(f"{fault}. Use letters, digits, spaces and hyphens.")
    names = Round.objects.values_list("name", flat=True)
    if name in names:
        problems.append(f"A round named {name!r} exists already. Please choose another name.")
    elif other := look_alikes([name], names).get(name):
        problems.append(f"A round named {other!r} exists, and {name!r} looks like it. Choose another name.")
    return problems


def rater_problems(raters: Sequence[Person]) -> list[str]:
    """What stands in the way of these people being the raters of a round, in sentences."""
    problems = []
    if len(raters) != N_RATERS:
        problems.append(f"A round has three raters; {len(raters)} were named.")
    if len({rater.pk for rater in raters}) < len(raters):
        problems.append("The three raters must be three different people.")
    problems += [
        f"{rater} is not an active clinician. Give them the role first, or choose someone else."
        for rater in raters
        if not rater.has_role(Role.CLINICIAN)
    ]
    return problems


def item_problems(responses: Sequence[Response], revisions: Mapping[int, int]) -> list[str]:
    if not responses:
        return ["No response was chosen. Widen the filter, or collect responses first."]
    problems = []
    if len({response.pk for response in responses}) < len(responses):
        problems.append("A response was given twice; each stands in a round once.")
    without_rubric = {response.task.uid for response in responses if response.task_id not in revisions}
    problems += [f"Task {uid} has no rubric yet. Write or import one." for uid in sorted(without_rubric)]
    without_text = {response.task.uid for response in responses if not response.has_text}
    problems += [
        f"A response to task {uid} is known only by its judgments. Import its text, or leave it out."
        for uid in sorted(without_text)
    ]
    return problems


def setting_problems(seed: int, settings: Mapping[str, object]) -> list[str]:
    problems = []
    if not 0 <= seed < 2**63:
        problems.append(f"The seed must be a whole number from 0 to {2**63 - 1}; {seed} was given.")
    if int(settings.get("sitting_size", 20)) < 1:
        problems.append("A sitting holds at least one item.")
    if not 0 <= Decimal(str(settings.get("retest_share", 0))) <= Decimal("0.5"):
        problems.append("The share of repeats must lie between 0 and 0.5.")
    return problems


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
