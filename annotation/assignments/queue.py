"""A rater's items in a round in their own order: which comes next, and where they were."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.access import assignments_for
from annotation.assignments.progress import with_progress
from annotation.models import Assignment, LabelEvent, Person, Round, TranscriptLabelEvent


@dataclass(frozen=True)
class Queue:
    """The person's assignments in their order. Positions count from 1 and skip what they opted out of.

    An assignment that left the queue meanwhile has no position in it; what comes next begins at the start.
    """

    assignments: list[Assignment]

    def __contains__(self, assignment: Assignment | None) -> bool:
        return assignment in self.assignments

    def __len__(self) -> int:
        return len(self.assignments)

    def position_of(self, assignment: Assignment) -> int:
        return self._index(assignment) + 1

    def previous(self, assignment: Assignment) -> Assignment | None:
        index = self._index(assignment)
        return self.assignments[index - 1] if index else None

    def following(self, assignment: Assignment) -> Assignment | None:
        index = self._index(assignment)
        return self.assignments[index + 1] if index + 1 < len(self.assignments) else None

    def next_unfinished(self, assignment: Assignment | None = None) -> Assignment | None:
        """The next one to do after `assignment`, around the end; skipped ones when only they are left."""
        start = self._index(assignment) + 1 if assignment in self else 0
        around = self.assignments[start:] + self.assignments[:start]
        unfinished = [other for other in around if not other.is_done and other != assignment]
        fresh = [other for other in unfinished if other.skipped_at is None]
        return next(iter(fresh or unfinished), None)

    @property
    def resume(self) -> Assignment | None:
        """Where the person was: the item begun last and not finished, else the next unfinished."""
        begun = [
            assignment
            for assignment in self.assignments
            if assignment.touched_at and not assignment.is_done and not assignment.skipped_at
        ]
        return (
            max(begun, key=lambda assignment: assignment.touched_at, default=None) or self.next_unfinished()
        )

    @cached_property
    def n_done(self) -> int:
        return sum(assignment.is_done for assignment in self.assignments)

    def _index(self, assignment: Assignment) -> int:
        return self.assignments.index(assignment)


def queue_of(person: Person, round: Round) -> Queue:
    """Read the person's queue, with progress and the time of their last change on each item."""
    own = with_progress(assignments_for(person).filter(round=round)).annotate(touched_at=_touched())
    return Queue(list(own.select_related("item").order_by("order")))


def _touched() -> Coalesce:
    """An item has labels of criteria or one of the whole, never both."""
    return Coalesce(_last(LabelEvent.objects.all()), _last(TranscriptLabelEvent.objects.all()))


def _last(events: QuerySet) -> Subquery:
    mine = events.filter(item=OuterRef("item"), rater=OuterRef("rater"))
    own = mine.exclude(source__in=("carry", "rubric", "import")).order_by().values("item")
    return Subquery(own.annotate(last=Max(F("at"))).values("last"))
