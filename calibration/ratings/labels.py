"""A round's units with the clinicians' ratings, as arrays.

Units are ordered by task, model, attempt and rubric position everywhere: tables, hashes and arrays agree.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation.assignments.label_columns import (
    WORDS,
    LabelColumns,
    label_columns,
    label_stamp,
    read_label_columns,
)
from annotation.assignments.slots import RaterSlots, rater_slots_of
from annotation.base.array_cache import cached_object
from annotation.models import Round
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING
from calibration.ratings.units import RatingUnit, RoundUnits, round_units

RATINGS = np.array([0, 1, MISSING, MISSING], dtype=np.int8)  # by the code of a label; NO_LABEL is the last


@dataclass(frozen=True, eq=False)
class RoundRatings:
    """The units of a round and what each rater said.

    ratings: units x raters, int8: 1 met, 0 not met, -1 not labelled or cannot judge. states: the same shape
    with the words, "" where there is no label. stamp: names all of this as it was read; None when it was read
    from the rows themselves and is not for the cache.
    """

    round: Round
    pinned: RoundUnits
    ratings: NDArray[np.int8]
    states: NDArray[np.str_]
    rater_ids: list[int]
    stamp: str | None

    @cached_property
    def n_labelled(self) -> int:
        """How many units anybody labelled, be it as impossible to judge."""
        return int((self.states != "").any(axis=1).sum())

    @property
    def units(self) -> list[RatingUnit]:
        return self.pinned.units

    @property
    def tasks(self) -> list[str]:
        return self.pinned.tasks

    @property
    def task_index(self) -> NDArray[np.int64]:
        """Per unit, its position in `tasks`."""
        return self.pinned.task_index

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """Criterion weights, one a unit."""
        return np.array([unit.weight for unit in self.units], dtype=np.int64)

    def slice_labels(self, by: str) -> NDArray[np.str_]:
        """The word of each unit in one of SLICES."""
        return np.array([unit.strata[by] for unit in self.units], dtype=np.str_)

    @cached_property
    def labels_sha256(self) -> str:
        """Hash of all ratings with their units, in order; the same on every database.

        Of ratings, as the published table has them: there, "cannot judge" and "not labelled" are both blank.
        """
        rows = zip(self.units, self.ratings.tolist(), strict=True)
        return sha256_of([[*unit.key, *row] for unit, row in rows])

    @property
    def rubrics_sha256(self) -> str:
        """Hash of the criteria as pinned: text, weight, dimension, position, per task."""
        return self.pinned.rubrics_sha256

    @cached_property
    def responses_sha256(self) -> str:
        """Hash of the responses' own hashes."""
        keys = {(*unit.key[:3], unit.strata["sha256"]) for unit in self.units}
        return sha256_of(sorted(map(list, keys)))


def round_ratings(round: Round) -> RoundRatings:
    """Units, ratings and slices of a round, the labels as of the round's stamp."""
    pinned, slots, moved = round_units(round), rater_slots_of(round), label_stamp(round)
    entry = [moved, pinned.fingerprint, slots.raters, sorted(slots.stand_ins.items())]
    stamp = None if moved is None else sha256_of(entry)
    values = cached_object(
        f"round-{round.pk}/ratings", stamp, lambda: _values(pinned, slots, label_columns(round, moved))
    )
    return _round_ratings(round, pinned, slots, values, stamp)


def read_round_ratings(round: Round) -> RoundRatings:
    """The same from the rows themselves: for what has to prove that nothing was altered."""
    pinned, slots = round_units(round), rater_slots_of(round)
    return _round_ratings(round, pinned, slots, _values(pinned, slots, read_label_columns(round)), None)


def _values(pinned: RoundUnits, slots: RaterSlots, labels: LabelColumns) -> NDArray[np.int8]:
    return labels.values_at(labels.rows_of(pinned.items, pinned.criteria, slots))


def _round_ratings(
    round: Round, pinned: RoundUnits, slots: RaterSlots, values: NDArray[np.int8], stamp: str | None
) -> RoundRatings:
    return RoundRatings(round, pinned, RATINGS[values], WORDS[values], slots.raters, stamp)
