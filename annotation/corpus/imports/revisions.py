"""Rubrics and references from a file: what differs from the newest revision becomes the next one."""

from collections.abc import Mapping

from annotation.corpus.content_hash import CriterionContent, reference_hash, rubric_hash
from annotation.corpus.frames import criterion_frame, current_references, current_rubrics
from annotation.corpus.imports.edit_class import criterion_edit_classes, rubric_edit_class, text_edit_class
from annotation.models import (
    Criterion,
    CriterionVersion,
    EditClass,
    Origin,
    Person,
    ReferenceRevision,
    RubricRevision,
)

Rubric = list[CriterionContent]


def append_rubrics(rubrics: Mapping[int, Rubric], author: Person | None, reason: str) -> set[int]:
    """Append a revision for every task whose rubric differs from its newest one; return those tasks.

    rubrics: task primary key to its criteria in order. An empty rubric says nothing and changes nothing.
    Criteria keep their identity by id; one that is gone from the rubric stays in the history.
    """
    present = _current_contents()
    wanted = {task: rubric for task, rubric in rubrics.items() if rubric and rubric != present.get(task)}
    parents = {revision.task_id: revision for revision in current_rubrics().filter(task__in=list(wanted))}
    revisions = RubricRevision.objects.bulk_create(
        [
            _rubric_revision(task, rubric, present.get(task), parents.get(task), author, reason)
            for task, rubric in wanted.items()
        ]
    )
    _append_versions(revisions, wanted, present)
    return set(wanted)


def _current_contents() -> dict[int, Rubric]:
    frame = criterion_frame()
    contents: dict[int, Rubric] = {}
    fields = ("criterion_id", "criterion_title", "weight", "rubric_dimension")
    for task, *content in zip(frame["task"], *(frame[name] for name in fields), strict=True):
        contents.setdefault(task, []).append(tuple(content))
    return contents


def _rubric_revision(
    task: int,
    rubric: Rubric,
    old: Rubric | None,
    parent: RubricRevision | None,
    author: Person | None,
    reason: str,
) -> RubricRevision:
    return RubricRevision(
        task_id=task,
        number=parent.number + 1 if parent else 1,
        parent=parent,
        author=author,
        origin=Origin.IMPORT,
        reason=reason,
        edit_class=rubric_edit_class(old, rubric) if old else EditClass.FIRST,
        content_hash=rubric_hash(rubric),
    )


def _append_versions(
    revisions: list[RubricRevision], rubrics: Mapping[int, Rubric], present: Mapping[int, Rubric]
) -> None:
    criteria = _criteria(rubrics)
    versions = []
    for revision in revisions:
        rubric = rubrics[revision.task_id]
        classes = criterion_edit_classes(present.get(revision.task_id, []), rubric)
        versions += [
            CriterionVersion(
                revision=revision,
                criterion_id=criteria[revision.task_id, name],
                text=text,
                weight=weight,
                dimension=dimension,
                position=position,
                edit_class=classes[name] or EditClass.FIRST,
            )
            for position, (name, text, weight, dimension) in enumerate(rubric, start=1)
        ]
    CriterionVersion.objects.bulk_create(versions, batch_size=2_000)


def _criteria(rubrics: Mapping[int, Rubric]) -> dict[tuple[int, str], int]:
    """(task, criterion id) to primary key, with the missing ones made."""
    wanted = {(task, name) for task, rubric in rubrics.items() for name, *_ in rubric}
    known = Criterion.objects.filter(task__in=list(rubrics)).values_list("task_id", "criterion_id", "id")
    keys = {(task, name): pk for task, name, pk in known}
    missing = sorted(wanted - keys.keys())
    made = Criterion.objects.bulk_create(
        [Criterion(task_id=task, criterion_id=name) for task, name in missing], batch_size=2_000
    )
    return keys | {(criterion.task_id, criterion.criterion_id): criterion.pk for criterion in made}


def append_references(texts: Mapping[int, str], author: Person | None, reason: str) -> set[int]:
    """Append a revision for every task whose reference differs from its newest one; return those tasks.

    texts: task primary key to the reference. A blank text says nothing and changes nothing.
    """
    present = {revision.task_id: revision for revision in current_references()}
    wanted = {
        task: text
        for task, text in texts.items()
        if text.strip() and not (task in present and _same_but_for_line_ends(present[task].text, text))
    }
    ReferenceRevision.objects.bulk_create(
        [_reference_revision(task, text, present.get(task), author, reason) for task, text in wanted.items()]
    )
    return set(wanted)


def _same_but_for_line_ends(stored: str, text: str) -> bool:
    return stored == text or "\n".join(stored.splitlines()) == "\n".join(text.splitlines())


def _reference_revision(
    task: int, text: str, parent: ReferenceRevision | None, author: Person | None, reason: str
) -> ReferenceRevision:
    return ReferenceRevision(
        task_id=task,
        number=parent.number + 1 if parent else 1,
        parent=parent,
        author=author,
        origin=Origin.IMPORT,
        reason=reason,
        edit_class=text_edit_class(parent.text, text) if parent else EditClass.FIRST,
        text=text,
        content_hash=reference_hash(text),
    )
