"""What becomes of a label when the words it is about change.

The class of an edit decides: a typo carries; new wording asks for confirmation; new meaning, polarity, a
split or a merge reopens. Weight, dimension and order leave the words alone, and labels are about the words.
"""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise

from annotation.corpus.imports.edit_class import text_edit_class
from annotation.models import CriterionVersion, EditClass


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
        between = [version for version in versions if ends[0] <= version.revision.number <= ends[1]]
        changes = [(old, new) for old, new in pairwise(between) if old.text != new.text]
        return max((_fate_of(old, new) for old, new in changes), key=_STRICTNESS.index)

    def _number(self, version: CriterionVersion) -> int:
        known = self._versions[version.criterion_id]
        return next(own.revision.number for own in known if own.pk == version.pk)


def _fate_of(old: CriterionVersion, new: CriterionVersion) -> Fate:
    """By the class the criterion's change was given, else its revision's.

    A class that is not about words (weight, dimension, order) may hide at most a typo; other new words under
    it were not declared, so the label is asked for again.
    """
    declared = new.revision.edit_class if new.edit_class == EditClass.FIRST else new.edit_class
    return FATE_OF_CLASS.get(declared) or FATE_OF_CLASS[text_edit_class(old.text, new.text)]
