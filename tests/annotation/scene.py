"""A small corpus and a round, for tests that are about labelling and not about importing."""

import hashlib
from collections.abc import Sequence
from uuid import uuid4

from annotation.access import assignment_for
from annotation.labelling.record import Saved, record_label
from annotation.models import (
    Assignment,
    Criterion,
    CriterionVersion,
    EditClass,
    EvaluatedModel,
    Origin,
    Person,
    Prompt,
    Response,
    Round,
    RubricRevision,
    Task,
    TaskState,
)
from annotation.rounds.open_and_close import create_round, open_round
from annotation.vocabulary import DIMENSIONS
from tests.cast import Cast
from tests.made_once import made_once

MODEL_NAMES = ("hidden-vendor/secret-model-one", "hidden-vendor/secret-model-two")


def make_task(uid: str, *, criteria: int = 3, prompts: int = 1, **fields: str) -> Task:
    """A task with one rubric revision. Criterion n is `uid-n`, with weight n and the n-th dimension."""
    task = Task.objects.create(
        uid=uid,
        **{
            "turns": "Multi Turn" if prompts > 1 else "Single Turn",
            "age": "O18",
            "prompt_intent": "Borderline",
            "explicit_type": "Implicit",
            "progression_stage": "Ideation",
            "sub_category": "Grief & Loss",
            "split": "public",
            "state": TaskState.APPROVED,
            **fields,
        },
    )
    Prompt.objects.bulk_create(
        Prompt(task=task, position=n, text=f"What the user wrote in turn {n} of {uid}.")
        for n in range(1, prompts + 1)
    )
    texts = {f"{uid}-{n}": f"The reply does the thing number {n}." for n in range(1, criteria + 1)}
    revise(task, texts, edit_class=EditClass.FIRST)
    return task


def revise(
    task: Task,
    texts: dict[str, str],
    *,
    edit_class: str = EditClass.WORDING,
    classes: dict[str, str] | None = None,
) -> RubricRevision:
    """Append a revision with these criterion texts by id; `classes` overrides the class of some criteria."""
    number = task.rubric_revisions.count() + 1
    revision = RubricRevision.objects.create(
        task=task,
        number=number,
        origin=Origin.HUMAN,
        edit_class=edit_class,
        content_hash=hashlib.sha256(repr(texts).encode()).hexdigest(),
    )
    for position, (name, text) in enumerate(texts.items(), start=1):
        criterion, _ = Criterion.objects.get_or_create(task=task, criterion_id=name)
        CriterionVersion.objects.create(
            revision=revision,
            criterion=criterion,
            text=text,
            weight=position,
            dimension=DIMENSIONS[(position - 1) % len(DIMENSIONS)],
            position=position,
            edit_class=(classes or {}).get(name, edit_class),
        )
    return revision


def make_response(
    task: Task, model: int = 0, attempt: int = 1, text: str | None = "A kind reply."
) -> Response:
    """A response of one of MODEL_NAMES with earlier turns for every prompt but the last."""
    evaluated, _ = EvaluatedModel.objects.get_or_create(model_id=MODEL_NAMES[model])
    earlier = [f"What the assistant wrote in turn {n}." for n in range(1, task.prompts.count())]
    return Response.objects.create(
        task=task,
        model=evaluated,
        attempt=attempt,
        assistant_turns=None if text is None else [*earlier, text],
        final_turn=text,
        sha256="" if text is None else hashlib.sha256(text.encode()).hexdigest(),
    )


def make_round(cast: Cast, *, name: str = "pilot", tasks: int = 2, criteria: int = 3, **settings) -> Round:
    """A draft round of one response to each of `tasks` new tasks (`name-1`, ...)."""

    def make() -> Round:
        made = [make_task(f"{name}-{n}", criteria=criteria) for n in range(1, tasks + 1)]
        responses: Sequence[Response] = [make_response(task) for task in made]
        raters = cast.clinicians
        return create_round(actor=cast.admin, name=name, responses=responses, raters=raters, **settings)

    return made_once(("round", name, tasks, criteria, repr(settings)), make)


def make_open_round(cast: Cast, **settings) -> Round:
    """The same, opened."""
    return made_once(
        ("open round", repr(settings)),
        lambda: open_round(actor=cast.admin, round=make_round(cast, **settings)),
    )


def own_assignment(person: Person, round: Round, uid: str) -> Assignment:
    """The person's assignment of the (first) response to task `uid`."""
    item = round.items.firsts().get(response__task__uid=uid)
    return assignment_for(person, round.name, item.pk)


def say(
    person: Person, round: Round, criterion: str, value: str | None = "met", *, version: int = 0, **change
) -> Saved:
    """Record a label through the action; the criterion's id names the task, as make_task wrote it."""
    uid = criterion.rsplit("-", 1)[0]
    return record_label(
        person=person,
        assignment=own_assignment(person, round, uid),
        criterion=criterion,
        change={"value": value, **change},
        version=version,
        uuid=uuid4(),
    )


def say_all(person: Person, round: Round, value: str = "met") -> None:
    """Answer every criterion of every item of the person the same."""
    for item in round.items.firsts().select_related("response__task", "rubric_revision"):
        for version in item.rubric_revision.criterion_versions.select_related("criterion"):
            say(person, round, version.criterion.criterion_id, value)
