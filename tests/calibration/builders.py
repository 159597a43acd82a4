"""Small corpora, rounds and votes, straight into the database, from arrays that a test can read.

Units are in the order of calibration.ratings: task, model, attempt, position of the criterion.
"""

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np
from django.utils import timezone

from annotation import vocabulary
from annotation.models import (
    Criterion,
    CriterionVersion,
    EvaluatedModel,
    Label,
    LabelValue,
    Person,
    Prompt,
    RaterSlot,
    Response,
    Round,
    RoundItem,
    RubricRevision,
    Split,
    Task,
    TaskState,
)
from calibration.models import Judge, JudgePrompt, JudgeVote

CANNOT_JUDGE = 2
VALUE_OF = {1: LabelValue.MET, 0: LabelValue.NOT_MET, CANNOT_JUDGE: LabelValue.CANNOT_JUDGE}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def make_tasks(n_tasks: int, n_criteria: int = 3, prefix: str = "T") -> list[Task]:
    """Approved public tasks T01, T02, ... with a prompt and one rubric revision each.

    Subcategories, stages, ages, intents and turns go round; criterion n has weight n and the n-th dimension.
    """
    tasks = Task.objects.bulk_create(_task(f"{prefix}{n:02}", n) for n in range(1, n_tasks + 1))
    Prompt.objects.bulk_create(Prompt(task=task, position=1, text=f"What {task.uid} asks.") for task in tasks)
    texts = [f"Criterion {n}." for n in range(1, n_criteria + 1)]
    revisions = RubricRevision.objects.bulk_create(_revision(task, 1, texts, "first") for task in tasks)
    Criterion.objects.bulk_create(
        Criterion(task=task, criterion_id=f"{task.uid}-{n}")
        for task in tasks
        for n in range(1, n_criteria + 1)
    )
    criteria = {criterion.criterion_id: criterion for criterion in Criterion.objects.all()}
    CriterionVersion.objects.bulk_create(
        _version(revision, criteria[f"{revision.task.uid}-{n}"], text, n)
        for revision in revisions
        for n, text in enumerate(texts, start=1)
    )
    return tasks


def add_revision(task: Task, texts: Sequence[str], edit_class: str) -> RubricRevision:
    """The task's next rubric revision with these criteria, `UID-1` and so on."""
    number = task.rubric_revisions.count() + 1
    revision = _revision(task, number, texts, edit_class)
    revision.save()
    for position, text in enumerate(texts, start=1):
        criterion, _ = Criterion.objects.get_or_create(task=task, criterion_id=f"{task.uid}-{position}")
        _version(revision, criterion, text, position).save()
    return revision


def make_responses(tasks: Sequence[Task], models: Sequence[str] = ("maker/a",)) -> list[Response]:
    """One attempt of each model at each task, in the order of the units."""
    known = {name: EvaluatedModel.objects.get_or_create(model_id=name)[0] for name in sorted(models)}
    return Response.objects.bulk_create(
        Response(
            task=task,
            model=model,
            attempt=1,
            assistant_turns=[f"{name} answers {task.uid}."],
            final_turn=f"{name} answers {task.uid}.",
            sha256=sha256(f"{name} answers {task.uid}."),
        )
        for task in tasks
        for name, model in known.items()
    )


def make_round(
    raters: Sequence[Person],
    responses: Sequence[Response],
    ratings: np.ndarray | Sequence[Sequence[int]],
    *,
    name: str = "calibration",
    state: str = "closed",
) -> Round:
    """A round with these ratings: units x raters; 1 met, 0 not met, 2 cannot judge, -1 not labelled."""
    now = timezone.now()
    closed_at = now if state == "closed" else None
    made = Round.objects.create(name=name, state=state, opened_at=now, closed_at=closed_at)
    RaterSlot.objects.bulk_create(
        RaterSlot(round=made, position=position, rater=rater) for position, rater in enumerate(raters, 1)
    )
    tasks = {response.task_id for response in responses}
    first = {one.task_id: one for one in RubricRevision.objects.filter(task__in=tasks, number=1)}
    items = RoundItem.objects.bulk_create(
        RoundItem(
            round=made,
            response=response,
            rubric_revision=first[response.task_id],
            position=position,
        )
        for position, response in enumerate(responses, start=1)
    )
    versions = _versions(item.rubric_revision_id for item in items)
    units = [(item, version) for item in items for version in versions[item.rubric_revision_id]]
    Label.objects.bulk_create(
        Label(
            item=item,
            criterion_id=version.criterion_id,
            criterion_version=version,
            rater=raters[column],
            value=VALUE_OF[int(rating)],
        )
        for (item, version), row in zip(units, ratings, strict=True)
        for column, rating in enumerate(row)
        if rating != -1
    )
    return made


def make_votes(
    round: Round,
    votes: Mapping[str, Sequence[int]],
    *,
    prompt: str = "v1",
    repetition: int = 1,
    costs: Mapping[str, float] | None = None,
    latency_ms: int | None = None,
) -> list[Judge]:
    """Votes of each judge on the round's units: 1 met, 0 not met, -1 asked without a vote, -2 not asked."""
    asked_with, _ = JudgePrompt.objects.get_or_create(
        version=prompt, defaults={"text": prompt, "sha256": sha256(prompt)}
    )
    items = list(round.items.firsts().select_related("response").order_by("position"))
    versions = _versions(item.rubric_revision_id for item in items)
    units = [(item.response, version) for item in items for version in versions[item.rubric_revision_id]]
    judges = [
        Judge.objects.get_or_create(judge_id=name, defaults={"family": name.split("/")[0]})[0]
        for name in votes
    ]
    JudgeVote.objects.bulk_create(
        JudgeVote(
            judge=judge,
            prompt=asked_with,
            response=response,
            response_sha256=response.sha256,
            criterion_version=version,
            repetition=repetition,
            met=None if vote == -1 else bool(vote),
            no_vote_reason="parse_failure" if vote == -1 else None,
            cost_usd=None if costs is None else costs[judge.judge_id],
            latency_ms=latency_ms,
        )
        for judge, column in zip(judges, votes.values(), strict=True)
        for (response, version), vote in zip(units, column, strict=True)
        if vote != -2
    )
    return judges


def _task(uid: str, n: int) -> Task:
    return Task(
        uid=uid,
        turns=vocabulary.TURNS[n % 2],
        age=vocabulary.AGES[n % 2],
        prompt_intent=vocabulary.INTENTS[n % 2],
        explicit_type=vocabulary.EXPLICITNESS[n % 2],
        progression_stage=vocabulary.STAGES[n % 4],
        sub_category=vocabulary.SUBCATEGORIES[n % 5],
        split=Split.PUBLIC,
        state=TaskState.APPROVED,
    )


def _revision(task: Task, number: int, texts: Sequence[str], edit_class: str) -> RubricRevision:
    content = sha256("|".join(texts))
    return RubricRevision(
        task=task, number=number, origin="human", edit_class=edit_class, content_hash=content
    )


def _version(revision: RubricRevision, criterion: Criterion, text: str, position: int) -> CriterionVersion:
    dimension = vocabulary.DIMENSIONS[(position - 1) % len(vocabulary.DIMENSIONS)]
    return CriterionVersion(
        revision=revision,
        criterion=criterion,
        text=text,
        weight=position,
        dimension=dimension,
        position=position,
    )


def _versions(revisions) -> dict[int, list[CriterionVersion]]:
    found: dict[int, list[CriterionVersion]] = {}
    for version in CriterionVersion.objects.filter(revision__in=set(revisions)).order_by("position"):
        found.setdefault(version.revision_id, []).append(version)
    return found
