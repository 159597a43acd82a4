"""A round's labels as columns of numbers, cached by the round's stamp."""

from dataclasses import dataclass

import numpy as np
from django.db.models import Case, IntegerField, Value, When
from numpy.typing import NDArray

from annotation.assignments.slots import RaterSlots
from annotation.base.array_cache import cached_arrays
from annotation.base.array_files import FileContent
from annotation.base.array_keys import ABSENT, positions_of
from annotation.base.bulk import driver_rows
from annotation.base.stamps import round_scope, stamps_of
from annotation.models import Label, LabelStanding, LabelValue, Round

NO_LABEL = -1
CODES = {LabelValue.NOT_MET: 0, LabelValue.MET: 1, LabelValue.CANNOT_JUDGE: 2}
WORDS = np.array(["not_met", "met", "cannot_judge", ""])  # by code; NO_LABEL is the last


@dataclass(frozen=True, eq=False)
class LabelColumns:
    """The labels of a round's items, repeats left out, one row each.

    items, criteria, raters: primary keys. values: a code of CODES, NO_LABEL for one without a value or that
    does not stand. flagged: whether it is, standing or not.
    """

    items: NDArray[np.int64]
    criteria: NDArray[np.int64]
    raters: NDArray[np.int64]
    values: NDArray[np.int8]
    flagged: NDArray[np.bool_]

    def rows_of(
        self, items: NDArray[np.int64], criteria: NDArray[np.int64], slots: RaterSlots
    ) -> NDArray[np.int64]:
        """The row of the label that counts, for each unit and slot of the round; ABSENT where there is
        none.
        """
        known = (self.items, self.criteria, self.raters)
        rows = np.full((len(items), len(slots.raters)), ABSENT, dtype=np.int64)
        for place in range(len(slots.raters)):
            rows[:, place] = positions_of((items, criteria, _holders(slots, place, items)), known)
        return rows

    def values_at(self, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """Their values in the shape of `rows`, NO_LABEL where there is no row."""
        return np.where(rows == ABSENT, np.int8(NO_LABEL), _at(self.values, rows))

    def flagged_at(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether they are flagged, in the shape of `rows`."""
        return (rows != ABSENT) & _at(self.flagged, rows)


def label_stamp(round: Round) -> str | None:
    """The stamp of the round's labels; None when nothing of them may be cached."""
    scope = round_scope(round.pk)
    return stamps_of([scope])[scope]


def label_columns(round: Round, stamp: str | None) -> LabelColumns:
    """The labels as of the round's stamp."""
    content = cached_arrays(f"round-{round.pk}/labels", stamp, lambda: FileContent(_columns(round)))
    return LabelColumns(**content.arrays)


def read_label_columns(round: Round) -> LabelColumns:
    """The same from the rows themselves, whatever the stamp says: for what proves that nothing was
    altered.
    """
    return LabelColumns(**_columns(round))


def _columns(round: Round) -> dict[str, NDArray[np.generic]]:
    labels = Label.objects.filter(item__round=round).of_firsts().order_by()
    codes = [When(value=value, then=Value(code)) for value, code in CODES.items()]
    stands = Case(*codes, default=Value(NO_LABEL), output_field=IntegerField())
    value = Case(When(standing=LabelStanding.STANDS, then=stands), default=Value(NO_LABEL))
    fields = ("item_id", "criterion_id", "rater_id", "code", "flagged")
    rows = driver_rows(labels.annotate(code=value).values_list(*fields))
    columns = list(zip(*rows, strict=True)) or [()] * 5
    kinds = (np.int64, np.int64, np.int64, np.int8, np.bool_)
    arrays = [np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True)]
    return dict(zip(("items", "criteria", "raters", "values", "flagged"), arrays, strict=True))


def _holders(slots: RaterSlots, place: int, items: NDArray[np.int64]) -> NDArray[np.int64]:
    """Who holds a slot of each of the items."""
    rater = slots.raters[place]
    holders = np.full(len(items), rater, dtype=np.int64)
    for (item, own), stand_in in slots.stand_ins.items():
        if own == rater:
            holders[items == item] = stand_in
    return holders


def _at(values: NDArray[np.generic], rows: NDArray[np.int64]) -> NDArray[np.generic]:
    """values[rows], anything at all where `values` is empty."""
    return values[rows] if len(values) else np.zeros(rows.shape, dtype=values.dtype)
