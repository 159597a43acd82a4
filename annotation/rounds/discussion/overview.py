"""How far the raters of a closed round agree on each unit, for all of it at once: tabs and pages go by it."""

from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from annotation.assignments.label_columns import CODES, label_columns, label_stamp
from annotation.assignments.slots import RaterSlots, rater_slots_of
from annotation.models import CriterionVersion, LabelValue, Round
from annotation.verdicts.accord import Accord
from annotation.verdicts.rules import MISSING, N_RATERS, clinician_majorities

JUDGMENTS = (CODES[LabelValue.NOT_MET], CODES[LabelValue.MET])
CONTESTED = "contested"
FLAGGED = "flagged"
EVERYTHING = "all"
SHOWN = (CONTESTED, *(str(accord) for accord in Accord), FLAGGED, EVERYTHING)


@dataclass(frozen=True, eq=False)
class DiscussionOverview:
    """One entry a unit, by position of the item and of the criterion. items: primary keys.

    rater_slots: whose labels these are.
    """

    items: NDArray[np.int64]
    accords: NDArray[np.str_]
    flagged: NDArray[np.bool_]
    rater_slots: RaterSlots

    @property
    def counts(self) -> dict[str, int]:
        """Units per entry of SHOWN."""
        return {selection: int(self._chosen(selection).sum()) for selection in SHOWN}

    def items_with(self, selection: str) -> list[int]:
        """The items that have a unit which belongs to `selection`, in order."""
        return list(dict.fromkeys(self.items[self._chosen(selection)].tolist()))

    def _chosen(self, selection: str) -> NDArray[np.bool_]:
        if selection == EVERYTHING:
            return np.ones(len(self.items), dtype=np.bool_)
        if selection == CONTESTED:
            return self.accords != str(Accord.UNANIMOUS)
        return self.flagged if selection == FLAGGED else self.accords == selection


def discussion_overview(round: Round) -> DiscussionOverview:
    """The labels are those of the round's stamp; a slot's label is that of whoever holds it."""
    items, criteria = _units(round)
    rater_slots = rater_slots_of(round)
    labels = label_columns(round, label_stamp(round))
    rows = labels.rows_of(items, criteria, rater_slots)
    accords, flagged = accords_of(labels.values_at(rows)), labels.flagged_at(rows).any(axis=1)
    return DiscussionOverview(items, accords, flagged, rater_slots)


def accords_of(values: NDArray[np.int8]) -> NDArray[np.str_]:
    """`accord_of` for every row of units x raters, in codes of labels."""
    ratings = np.where(np.isin(values, JUDGMENTS), values, MISSING).astype(np.int8)
    judged = (ratings != MISSING).sum(axis=1)
    is_split = (ratings == 0).any(axis=1) & (ratings == 1).any(axis=1)
    undecided = clinician_majorities(ratings) == MISSING
    accords = [Accord.UNDECIDED, Accord.TWO_TO_ONE, Accord.UNANIMOUS]
    conditions = [undecided, is_split, judged == N_RATERS]
    return np.select(conditions, [str(accord) for accord in accords], default=str(Accord.PARTLY))


def _units(round: Round) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Item and criterion of every unit, in order of the discussion."""
    items = round.items.firsts().of_responses().order_by("position")
    pinned = CriterionVersion.objects.filter(revision__in=items.order_by().values("rubric_revision"))
    rows = pinned.order_by("revision", "position").values_list("revision_id", "criterion_id")
    criteria = {revision: [row[1] for row in group] for revision, group in groupby(rows, lambda row: row[0])}
    pairs = [
        (item, criterion)
        for item, revision in items.values_list("pk", "rubric_revision_id")
        for criterion in criteria.get(revision, [])
    ]
    units = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return units[:, 0], units[:, 1]
