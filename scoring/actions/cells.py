"""Compute a panel's cells from its judgments by the rules of `scoring/rules.py`. Cells are never edited."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotation import vocabulary
from annotation.actions.audit import record_audit
from annotation.bulk import insert_rows
from annotation.frames import criterion_frame, response_frame
from annotation.models import Person, Response, RubricRevision
from calibration.models import FrozenPanel
from scoring.judgment_rows import judgment_rows, votes_of
from scoring.models import Cell, Judgment
from scoring.rules import (
    cell_scores,
    cells_included,
    dimension_sums,
    judges_of_cells,
    panel_verdicts,
    weight_sums,
)

FIELDS = (
    "response_id",
    "weight_met",
    "weight_voted",
    "score",
    "judges",
    "included",
    "empty_response",
    "dimensions",
)
BATCH = 5_000


@dataclass(frozen=True)
class CellCounts:
    """How many cells a panel has now, and what became of them. Cells without judgments are removed."""

    cells: int
    created: int
    changed: int
    removed: int

    def as_json(self) -> dict[str, int]:
        return {
            "cells": self.cells,
            "created": self.created,
            "changed": self.changed,
            "removed": self.removed,
        }


@transaction.atomic
def recompute_cells(
    *, panel: FrozenPanel, actor: Person | None = None, responses: QuerySet[Response] | None = None
) -> CellCounts:
    """Compute the cells anew, write those that differ, and say what changed.

    responses: only their cells. 256,125 judgments take a few seconds; what did not change is not written.
    """
    wanted = {row[0]: row for row in _cells(panel, responses)}
    stored = Cell.objects.filter(panel=panel)
    if responses is not None:
        stored = stored.filter(response__in=responses.order_by().values("id"))
    present = {row[0]: row for row in stored.values_list(*FIELDS)}
    differing = [row for key, row in wanted.items() if present.get(key) != row]
    created = sum(row[0] not in present for row in differing)
    outdated = [key for key, row in present.items() if wanted.get(key) != row]
    for start in range(0, len(outdated), BATCH):
        Cell.objects.filter(panel=panel, response__in=outdated[start : start + BATCH]).delete()
    if differing:
        columns = dict(zip(FIELDS, zip(*differing, strict=True), strict=True))
        insert_rows(Cell, columns, panel_id=panel.pk)
    removed = len(present.keys() - wanted.keys())
    counts = CellCounts(len(wanted), created, len(differing) - created, removed)
    if differing or removed:
        record_audit(actor=actor, verb="recompute_cells", target=panel, detail=counts.as_json())
    return counts


def _cells(panel: FrozenPanel, responses: QuerySet[Response] | None) -> list[tuple[Any, ...]]:
    """One row of FIELDS a response."""
    rows = judgment_rows(panel, responses)
    cells, keys = pd.factorize(rows["response"])
    if not len(keys):
        return []
    empty = response_frame(responses).set_index("response")["empty"].loc[keys].to_numpy(dtype=bool)
    votes = votes_of(rows["votes"], panel.seats.count())
    verdicts = panel_verdicts(votes, empty[cells])
    weights, dimensions = _weights(rows["version"])
    met, voted = weight_sums(cells, weights, verdicts, len(keys))
    scores = cell_scores(met, voted)
    judges = judges_of_cells(cells, votes, len(keys))
    shape = (len(keys), len(vocabulary.DIMENSIONS))
    by_dimension = dimension_sums(cells, dimensions, weights, verdicts, shape)
    has_dimension = np.zeros(shape, dtype=bool)
    has_dimension[cells, dimensions] = True
    columns = (
        keys,
        met,
        voted,
        np.where(np.isnan(scores), None, scores),
        judges,
        cells_included(judges, empty),
        empty,
    )
    return list(
        zip(
            *(column.tolist() for column in columns),
            _dimension_words(has_dimension, *by_dimension),
            strict=True,
        )
    )


def _weights(versions: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Weight and number of the dimension of each criterion version."""
    criteria = criterion_frame(RubricRevision.objects.all()).set_index("version")
    place = {name: number for number, name in enumerate(vocabulary.DIMENSIONS)}
    known = criteria.loc[versions.to_numpy(), ["weight", "rubric_dimension"]]
    return known["weight"].to_numpy(dtype=np.int64), known["rubric_dimension"].map(place).to_numpy(
        dtype=np.int64
    )


def _dimension_words(has: np.ndarray, met: np.ndarray, voted: np.ndarray) -> list[dict[str, list[int]]]:
    """For each cell, the dimensions its rubric has with [weight met, weight with a verdict]."""
    names = vocabulary.DIMENSIONS
    sums = np.stack([met, voted], axis=2).tolist()
    return [
        {name: pair for name, pair, there in zip(names, pairs, in_rubric, strict=True) if there}
        for pairs, in_rubric in zip(sums, has.tolist(), strict=True)
    ]


def graded_panels() -> QuerySet[FrozenPanel]:
    """The panels that have judgments."""
    return FrozenPanel.objects.filter(Exists(Judgment.objects.filter(panel=OuterRef("pk")))).order_by("id")
