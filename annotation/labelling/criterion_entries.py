"""The criteria of an item as its rater sees them: grouped by dimension, each with the rater's own answer."""

from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID, uuid4

from annotation.assignments.answers import Answer, answer_of
from annotation.models import Assignment, CriterionVersion, Label, LabelStanding


@dataclass
class CriterionEntry:
    """One criterion with the rater's answer. `entered` stands in the form: the answer, or what was typed.

    `former_text` are the words the answer was about, when they have changed since. `uuid` makes a form that
    is sent twice harmless.
    """

    number: int
    version: CriterionVersion
    answer: Answer
    standing: str
    former_text: str = ""
    entered: Answer = field(default_factory=Answer)
    problem: str = ""
    is_conflict: bool = False
    uuid: UUID = field(default_factory=uuid4)

    @property
    def key(self) -> int:
        return self.version.criterion_id

    @property
    def criterion(self) -> str:
        return self.version.criterion.criterion_id

    @property
    def is_answered(self) -> bool:
        return self.answer.value is not None and self.standing == LabelStanding.STANDS

    @property
    def needs_confirmation(self) -> bool:
        return self.answer.value is not None and self.standing == LabelStanding.CONFIRM

    @property
    def is_reopened(self) -> bool:
        return self.answer.value is None and self.standing == LabelStanding.REOPENED


@dataclass(frozen=True)
class DimensionGroup:
    """The criteria of one dimension, in rubric order."""

    dimension: str
    entries: list[CriterionEntry]


def groups_of(assignment: Assignment) -> list[DimensionGroup]:
    """The item's pinned criteria by dimension, in the order in which the rubric first names each."""
    labels = {
        label.criterion_id: label
        for label in Label.objects.filter(
            item_id=assignment.item_id, rater_id=assignment.rater_id
        ).select_related("criterion_version")
    }
    versions = list(
        CriterionVersion.objects.filter(revision_id=assignment.item.rubric_revision_id)
        .select_related("criterion")
        .order_by("position")
    )
    first = {version.dimension: index for index, version in reversed(list(enumerate(versions)))}
    versions.sort(key=lambda version: first[version.dimension])
    entries = [
        _entry(number, version, labels.get(version.criterion_id))
        for number, version in enumerate(versions, start=1)
    ]
    return [
        DimensionGroup(name, list(members))
        for name, members in groupby(entries, lambda entry: entry.version.dimension)
    ]


def entries_in(groups: list[DimensionGroup]) -> list[CriterionEntry]:
    return [entry for group in groups for entry in group.entries]


def _entry(number: int, version: CriterionVersion, label: Label | None) -> CriterionEntry:
    answer = answer_of(label)
    entry = CriterionEntry(
        number, version, answer, label.standing if label else LabelStanding.STANDS, entered=answer
    )
    if label and label.standing != LabelStanding.STANDS and label.criterion_version.text != version.text:
        entry.former_text = label.criterion_version.text
    return entry
