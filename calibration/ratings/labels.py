"""A round's units with the clinicians' ratings, as arrays.

Units are ordered by task, model, attempt and rubric position everywhere: tables, hashes and arrays agree.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.assignments.slots import rater_slots_of
from annotation.models import CriterionVersion, Label, LabelValue, Round
from annotation.tables.canonical import sha256_of
from annotation.verdicts.rules import MISSING

RATING_OF = {LabelValue.MET: 1, LabelValue.NOT_MET: 0}
SLICES = ("dimension", "subcategory", "stage", "age", "intent", "explicitness", "turns", "model")
ORDER = {
    "dimension": vocabulary.DIMENSIONS,
    "stage": vocabulary.STAGES,
    "age": vocabulary.AGES,
    "intent": vocabulary.INTENTS,
    "explicitness": vocabulary.EXPLICITNESS,
    "turns": vocabulary.TURNS,
}
ITEM_FIELDS = {
    "task": "response__task__uid",
    "model": "response__model__model_id",
    "attempt": "response__attempt",
    "sha256": "response__sha256",
    "subcategory": "response__task__sub_category",
    "stage": "response__task__progression_stage",
    "age": "response__task__age",
    "intent": "response__task__prompt_intent",
    "explicitness": "response__task__explicit_type",
    "turns": "response__task__turns",
}


@dataclass(frozen=True)
class Unit:
    """One (response, criterion) pair of a round."""

    item_id: int
    response_id: int
    criterion_id: int
    version_id: int
    criterion: str
    weight: int
    labels: dict[str, str]

    @property
    def key(self) -> tuple[str, str, int, str]:
        """(task, model, attempt, criterion id): the same on every machine."""
        return (self.labels["task"], self.labels["model"], int(self.labels["attempt"]), self.criterion)


@dataclass(frozen=True)
class RoundFrame:
    """The units of a round and what each rater said.

    ratings: units x raters, int8: 1 met, 0 not met, -1 not labelled or cannot judge. states: the same shape
    with the words, "" where there is no label. task_index: per unit, into `tasks`, sorted by UNIQUE_ID.
    """

    round: Round
    units: list[Unit]
    tasks: list[str]
    task_index: NDArray[np.int64]
    ratings: NDArray[np.int8]
    states: NDArray[np.str_]
    rater_ids: list[int]

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """Criterion weights, one a unit."""
        return np.array([unit.weight for unit in self.units], dtype=np.int64)

    def slice_labels(self, by: str) -> NDArray[np.str_]:
        """The word of each unit in one of SLICES."""
        return np.array([unit.labels[by] for unit in self.units], dtype=np.str_)

    @cached_property
    def labels_sha256(self) -> str:
        """Hash of all ratings with their units, in order; the same on every database.

        Of ratings, as the published table has them: there, "cannot judge" and "not labelled" are both blank.
        """
        rows = zip(self.units, self.ratings.tolist(), strict=True)
        return sha256_of([[*unit.key, *row] for unit, row in rows])

    @cached_property
    def rubrics_sha256(self) -> str:
        """Hash of the criteria as pinned: text, weight, dimension, position, per task."""
        items = self.round.items.firsts().of_responses()
        versions = CriterionVersion.objects.filter(revision__in=items.order_by().values("rubric_revision"))
        rows = versions.order_by().values_list(
            "revision__task__uid", "criterion__criterion_id", "text", "weight", "dimension", "position"
        )
        return sha256_of(sorted(map(list, rows)))

    @cached_property
    def responses_sha256(self) -> str:
        """Hash of the responses' own hashes."""
        keys = {(*unit.key[:3], unit.labels["sha256"]) for unit in self.units}
        return sha256_of(sorted(map(list, keys)))


def in_order(by: str, names: Iterable[str]) -> list[str]:
    """The words of a slice in the order of the vocabulary, otherwise of the alphabet."""
    present = set(names)
    return [name for name in ORDER.get(by, sorted(present)) if name in present]


def round_frame(round: Round) -> RoundFrame:
    """Units, ratings and slices of a round. Repeats of the intra-rater retest are not units."""
    units = _units(round)
    rater_slots = rater_slots_of(round)
    raters = rater_slots.raters
    states = np.full((len(units), len(raters)), "", dtype="<U12")
    row_of = {(unit.item_id, unit.criterion_id): row for row, unit in enumerate(units)}
    labels = Label.objects.answered().of_firsts().filter(item__round=round)
    for item, criterion, rater, value in labels.values_list("item_id", "criterion_id", "rater_id", "value"):
        column = rater_slots.slot_of(item, rater)
        if (item, criterion) in row_of and column is not None:
            states[row_of[item, criterion], column] = value
    tasks = sorted({unit.labels["task"] for unit in units})
    place = {uid: index for index, uid in enumerate(tasks)}
    task_index = np.array([place[unit.labels["task"]] for unit in units], dtype=np.int64)
    return RoundFrame(round, units, tasks, task_index, _ratings(states), states, raters)


def _ratings(states: NDArray[np.str_]) -> NDArray[np.int8]:
    ratings = np.full(states.shape, MISSING, dtype=np.int8)
    for word, rating in RATING_OF.items():
        ratings[states == word.value] = rating
    return ratings


def _units(round: Round) -> list[Unit]:
    items = round.items.firsts().of_responses()
    versions: dict[int, list[tuple[int, int, str, int, str]]] = {}
    pinned = CriterionVersion.objects.filter(revision__in=items.order_by().values("rubric_revision"))
    fields = ("revision_id", "criterion_id", "id", "criterion__criterion_id", "weight", "dimension")
    for revision, *rest in pinned.order_by("revision_id", "position").values_list(*fields):
        versions.setdefault(revision, []).append(tuple(rest))
    found = items.order_by().values_list("id", "response_id", "rubric_revision_id", *ITEM_FIELDS.values())
    units = []
    for item_id, response_id, revision, *values in found:
        words = dict(zip(ITEM_FIELDS, map(str, values), strict=True))
        for criterion_id, version_id, name, weight, dimension in versions.get(revision, []):
            labels = words | {"dimension": dimension}
            units.append(Unit(item_id, response_id, criterion_id, version_id, name, weight, labels))
    # The position of a criterion is its place in `versions`; a stable sort keeps it within a response.
    units.sort(key=lambda unit: unit.key[:3])
    return units
