"""What becomes of labels when the words they were about change, or when a round is labelled anew.

The class of an edit decides: a typo carries; new wording asks for confirmation; new meaning, polarity, a
split or a merge reopens. Weight, dimension and order leave the words alone, and labels are about the words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise
from uuid import uuid4

from annotation.assignments.slots import rater_slots_of
from annotation.corpus.imports.edit_class import text_edit_class
from annotation.models import (
    CriterionVersion,
    EditClass,
    EventSource,
    Label,
    LabelEvent,
    LabelStanding,
    Round,
    RoundItem,
    RoundPurpose,
)
from annotation.verdicts.accord import is_contested


class Fate(StrEnum):
    """What happens to a label, mildest first."""

    STANDS = "stands"
    CONFIRM = "confirm"
    REOPENED = "reopened"
    REMOVED = "removed"


FATE_OF_CLASS = {
    EditClass.TYPO: Fate.STANDS,
    EditClass.WORDING: Fate.CONFIRM,
    EditClass.MEANING: Fate.REOPENED,
    EditClass.POLARITY: Fate.REOPENED,
    EditClass.SPLIT: Fate.REOPENED,
    EditClass.MERGE: Fate.REOPENED,
}
_STRICTNESS = list(Fate)


class CriterionHistory:
    """Every version of some tasks' criteria, to tell what happened between two revisions of a task."""

    def __init__(self, task_ids: Iterable[int]) -> None:
        versions = CriterionVersion.objects.filter(revision__task__in=set(task_ids)).select_related(
            "revision"
        )
        self._versions: dict[int, list[CriterionVersion]] = defaultdict(list)
        for version in versions.order_by("revision__number"):
            self._versions[version.criterion_id].append(version)

    def fate(self, made_on: CriterionVersion, revision_id: int) -> Fate:
        """What becomes of a label made on `made_on` when its item is pinned to the revision."""
        versions = self._versions[made_on.criterion_id]
        now = next((version for version in versions if version.revision_id == revision_id), None)
        if now is None:
            return Fate.REMOVED
        if now.text == made_on.text:
            return Fate.STANDS
        ends = sorted([self._number(made_on), self._number(now)])
        between = [one for one in versions if ends[0] <= one.revision.number <= ends[1]]
        changes = [(old, new) for old, new in pairwise(between) if old.text != new.text]
        return max((_fate_of(old, new) for old, new in changes), key=_STRICTNESS.index)

    def _number(self, version: CriterionVersion) -> int:
        return next(
            one.revision.number for one in self._versions[version.criterion_id] if one.pk == version.pk
        )


def _fate_of(old: CriterionVersion, new: CriterionVersion) -> Fate:
    """By the class the criterion's change was given, else its revision's.

    A class that is not about words (weight, dimension, order) may hide at most a typo; other new words under
    it were not declared, so the label is asked for again.
    """
    declared = new.revision.edit_class if new.edit_class == EditClass.FIRST else new.edit_class
    return FATE_OF_CLASS.get(declared) or FATE_OF_CLASS[text_edit_class(old.text, new.text)]


def carry_labels(*, round: Round) -> dict[str, int]:
    """Copy the raters' labels of the predecessor into `round`, each by its fate; return counts by fate.

    A reopened label brings its note and no value. In a round after discussion the raters keep unanimous
    labels and are asked to confirm or change the contested ones. Runs inside the opening's transaction.
    """
    items = {item.response_id: item for item in round.items.firsts().of_responses()}
    raters = set(round.slots.values_list("rater_id", flat=True))
    old = list(
        Label.objects.given()
        .of_firsts()
        .filter(item__round=round.predecessor, item__response__in=items, rater__in=raters)
        .select_related("item__response", "criterion_version")
    )
    history = CriterionHistory(label.item.response.task_id for label in old)
    contested = contested_units(round.predecessor) if round.purpose == RoundPurpose.POST_DISCUSSION else set()
    carried = []
    for label in old:
        item = items[label.item.response_id]
        fate = history.fate(label.criterion_version, item.rubric_revision_id)
        if fate == Fate.STANDS and (label.standing != LabelStanding.STANDS or _unit(label) in contested):
            fate = Fate.CONFIRM
        carried.append((label, item, fate))
    _copy([(label, item, fate) for label, item, fate in carried if fate != Fate.REMOVED])
    return dict(Counter(str(fate) for _, _, fate in carried))


def _copy(carried: list[tuple[Label, RoundItem, Fate]]) -> None:
    labels = Label.objects.bulk_create(
        Label(
            item=item,
            criterion_id=old.criterion_id,
            criterion_version=old.criterion_version,
            rater_id=old.rater_id,
            value=None if fate == Fate.REOPENED else old.value,
            note=old.note,
            flagged=old.flagged,
            standing=LabelStanding(fate),
        )
        for old, item, fate in carried
    )
    LabelEvent.objects.bulk_create(
        event_of(label, old_value=None, old_note="", old_flagged=False, source=EventSource.CARRY)
        for label in labels
    )


def event_of(
    label: Label, *, old_value: str | None, old_note: str, old_flagged: bool, source: str
) -> LabelEvent:
    """The event, not yet stored, by which something other than a rater changed `label`."""
    return LabelEvent(
        uuid=uuid4(),
        item=label.item,
        criterion_id=label.criterion_id,
        criterion_version_id=label.criterion_version_id,
        rater_id=label.rater_id,
        old_value=old_value,
        new_value=label.value,
        old_note=old_note,
        new_note=label.note,
        old_flagged=old_flagged,
        new_flagged=label.flagged,
        version=label.version,
        source=source,
    )


def contested_units(round: Round) -> set[tuple[int, int]]:
    """The (item id, criterion id) of a round on which the raters did not all judge alike."""
    rater_slots = rater_slots_of(round)
    values = defaultdict(list)
    labels = Label.objects.answered().of_firsts().filter(item__round=round)
    for item, criterion, rater, value in labels.values_list("item_id", "criterion_id", "rater_id", "value"):
        if rater_slots.slot_of(item, rater) is not None:
            values[item, criterion].append(value)
    return {unit for unit, found in values.items() if is_contested(found)}


def _unit(label: Label) -> tuple[int, int]:
    return label.item_id, label.criterion_id
