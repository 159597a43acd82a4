"""The units of a round as they are pinned now: read anew each time, and put in order only when something
changed.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.base.array_cache import cached_object
from annotation.models import CriterionVersion, Round, RoundItem
from annotation.tables.canonical import sha256_of

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
VERSION_FIELDS = (
    "revision_id",
    "criterion_id",
    "id",
    "criterion__criterion_id",
    "weight",
    "dimension",
    "text",
    "position",
)


@dataclass(frozen=True)
class RatingUnit:
    """One (response, criterion) pair of a round."""

    item_id: int
    response_id: int
    criterion_id: int
    version_id: int
    criterion: str
    weight: int
    strata: dict[str, str]

    @property
    def key(self) -> tuple[str, str, int, str]:
        """(task, model, attempt, criterion id): the same on every machine."""
        return (self.strata["task"], self.strata["model"], int(self.strata["attempt"]), self.criterion)


@dataclass(frozen=True, eq=False)
class RoundUnits:
    """Units by task, model, attempt and rubric position. fingerprint: of all they are made from.

    rubrics: text, weight, dimension and position of every pinned criterion, by task and criterion id.
    """

    units: list[RatingUnit]
    rubrics: list[list[Any]]
    fingerprint: str

    @cached_property
    def tasks(self) -> list[str]:
        """The UNIQUE_IDs that occur, sorted."""
        return sorted({unit.strata["task"] for unit in self.units})

    @cached_property
    def task_index(self) -> NDArray[np.int64]:
        """Per unit, its position in `tasks`."""
        index_of = {uid: index for index, uid in enumerate(self.tasks)}
        return np.array([index_of[unit.strata["task"]] for unit in self.units], dtype=np.int64)

    @cached_property
    def items(self) -> NDArray[np.int64]:
        return np.array([unit.item_id for unit in self.units], dtype=np.int64)

    @cached_property
    def criteria(self) -> NDArray[np.int64]:
        return np.array([unit.criterion_id for unit in self.units], dtype=np.int64)

    @cached_property
    def responses(self) -> NDArray[np.int64]:
        return np.array([unit.response_id for unit in self.units], dtype=np.int64)

    @cached_property
    def versions(self) -> NDArray[np.int64]:
        return np.array([unit.version_id for unit in self.units], dtype=np.int64)

    @cached_property
    def rubrics_sha256(self) -> str:
        """Hash of the criteria as pinned."""
        return sha256_of(self.rubrics)

    @cached_property
    def text_hashes(self) -> dict[int, str]:
        """The hash of each response's text as it is now, by the response's primary key."""
        return {unit.response_id: unit.strata["sha256"] for unit in self.units}


def in_order(by: str, names: Iterable[str]) -> list[str]:
    """The words of a slice in the order of the vocabulary, otherwise of the alphabet."""
    present = set(names)
    return [name for name in ORDER.get(by, sorted(present)) if name in present]


def round_units(round: Round) -> RoundUnits:
    """The units of a round. Repeats of the intra-rater retest are none."""
    items, versions = _item_rows(round.pk), _version_rows(round.pk)
    fingerprint = hashlib.sha256(json.dumps([items, versions]).encode()).hexdigest()
    return cached_object(
        f"round-{round.pk}/units",
        fingerprint,
        lambda: RoundUnits(_units(items, versions), _rubrics(items, versions), fingerprint),
    )


def unit_items(round_id: int) -> QuerySet[RoundItem]:
    """The items whose criteria are the units of a round."""
    return RoundItem.objects.filter(round=round_id).firsts().of_responses().order_by()


def _item_rows(round_id: int) -> list[tuple[Any, ...]]:
    return list(
        unit_items(round_id).values_list("id", "response_id", "rubric_revision_id", *ITEM_FIELDS.values())
    )


def _version_rows(round_id: int) -> list[tuple[Any, ...]]:
    pinned = CriterionVersion.objects.filter(revision__in=unit_items(round_id).values("rubric_revision"))
    return list(pinned.order_by("revision_id", "position").values_list(*VERSION_FIELDS))


def _units(items: list[tuple[Any, ...]], versions: list[tuple[Any, ...]]) -> list[RatingUnit]:
    pinned = {revision: list(group) for revision, group in groupby(versions, key=lambda row: row[0])}
    units = []
    for item_id, response_id, revision, *values in items:
        words = dict(zip(ITEM_FIELDS, map(str, values), strict=True))
        for _, criterion_id, version_id, name, weight, dimension, *_ in pinned.get(revision, []):
            strata = words | {"dimension": dimension}
            units.append(RatingUnit(item_id, response_id, criterion_id, version_id, name, weight, strata))
    # The position of a criterion is that in `pinned`; a stable sort keeps it within a response.
    units.sort(key=lambda unit: unit.key[:3])
    return units


def _rubrics(items: list[tuple[Any, ...]], versions: list[tuple[Any, ...]]) -> list[list[Any]]:
    task_of = {revision: uid for _, _, revision, uid, *_ in items}
    return sorted(
        [task_of[revision], name, text, weight, dimension, position]
        for revision, _, _, name, weight, dimension, text, position in versions
    )
