"""A rater's labels whose criterion was reworded: do they still hold?"""

from dataclasses import dataclass

from django.db.models import Count, F, QuerySet

from annotation.models import Assignment, AssignmentState, CriterionVersion, Label, Person, Round


@dataclass(frozen=True)
class ToConfirm:
    """A label to confirm, with the criterion as it is now and the assignment in which it can be changed."""

    label: Label
    now: CriterionVersion
    assignment: Assignment


def n_to_confirm(person: Person, round: Round) -> int:
    """How many of the person's labels in the round wait for their word."""
    return _waiting(person, round).count()


def counts_to_confirm(person: Person) -> dict[int, int]:
    """The same of every round in which something waits, by the round's id."""
    waiting = _waiting_anywhere(person).order_by().values("item__round").annotate(number=Count("pk"))
    return dict(waiting.values_list("item__round", "number"))


def labels_to_confirm(person: Person, round: Round) -> list[ToConfirm]:
    """The same labels in the order of the person's items and of each rubric."""
    labels = list(_waiting(person, round).select_related("criterion_version", "criterion"))
    assignments = {
        assignment.item_id: assignment
        for assignment in Assignment.objects.filter(round=round, rater=person).select_related("item")
    }
    versions = {
        (version.revision_id, version.criterion_id): version
        for version in CriterionVersion.objects.filter(
            revision__in={assignment.item.rubric_revision_id for assignment in assignments.values()},
            criterion__in={label.criterion_id for label in labels},
        ).select_related("criterion")
    }
    to_confirm = [
        ToConfirm(label, versions[assignment.item.rubric_revision_id, label.criterion_id], assignment)
        for label in labels
        for assignment in [assignments[label.item_id]]
        if (assignment.item.rubric_revision_id, label.criterion_id) in versions  # else: changed just now
    ]
    return sorted(to_confirm, key=lambda entry: (entry.assignment.order, entry.now.position))


def _waiting(person: Person, round: Round) -> QuerySet[Label]:
    return _waiting_anywhere(person).filter(item__round=round)


def _waiting_anywhere(person: Person) -> QuerySet[Label]:
    """Only criteria that the pinned rubric still has, on items the person still has."""
    return Label.objects.to_confirm().filter(
        rater=person,
        criterion__versions__revision=F("item__rubric_revision"),
        item__assignments__rater=person,
        item__assignments__state=AssignmentState.ACTIVE,
    )
