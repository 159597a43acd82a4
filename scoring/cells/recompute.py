"""Compute a panel's cells from its judgments, by `scoring/cell_scores.py`. Cells are never edited."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from django.db.models import Exists, OuterRef, QuerySet
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows
from annotation.base.rebuild import rebuild_after_commit
from annotation.base.record_audit import record_audit
from annotation.base.stamps import move_stamps
from annotation.corpus.frames import criterion_frame, response_frame
from annotation.models import Person, Response, RubricRevision
from annotation.verdicts.coding import decode_votes
from calibration.models import FrozenPanel
from scoring.cell_scores import CellScores, score_cells
from scoring.cells.cell_columns import panel_scope
from scoring.cells.judgment_rows import judgment_rows
from scoring.models import Cell, Judgment

BATCH = 5_000
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


@dataclass(frozen=True)
class CellCounts:
    """How many cells were computed, and what became of those stored. Cells without judgments are removed."""

    cells: int
    created: int
    changed: int
    removed: int

    def as_json(self) -> dict[str, int]:
        return asdict(self)


@action
def recompute_cells(
    *, panel: FrozenPanel, actor: Person | None = None, responses: QuerySet[Response] | None = None
) -> CellCounts:
    """Compute the panel's cells anew, write those that differ, and say what changed.

    responses: only their cells. 256,125 judgments take a few seconds; what did not change is not written.
    """
    one_import_at_a_time()
    rows = judgment_rows(panel, responses)
    known = response_frame(responses).set_index("response")["empty"]
    rows["empty"] = known.loc[rows["response"]].to_numpy(dtype=bool)
    stored = Cell.objects.filter(panel=panel)
    if responses is not None:
        stored = stored.filter(response__in=responses.order_by().values("id"))
    return _store(panel, actor, rows, stored)


@action
def store_judged_cells(*, panel: FrozenPanel, actor: Person | None, rows: pd.DataFrame) -> CellCounts:
    """The same for judgments that are at hand: all those that count of some responses, as in `cell_rows`."""
    return _store(panel, actor, rows, Cell.objects.filter(panel=panel), set(rows["response"]))


def _store(
    panel: FrozenPanel,
    actor: Person | None,
    rows: pd.DataFrame,
    stored: QuerySet[Cell],
    about: set[int] | None = None,
) -> CellCounts:
    wanted = {row[0]: row for row in cell_rows(rows, panel.seats.count())}
    present = {
        row[0]: row for row in stored.values_list(*FIELDS).iterator(BATCH) if about is None or row[0] in about
    }
    differing = [row for key, row in wanted.items() if present.get(key) != row]
    outdated = [key for key, row in present.items() if wanted.get(key) != row]
    for start in range(0, len(outdated), BATCH):
        Cell.objects.filter(panel=panel, response__in=outdated[start : start + BATCH]).delete()
    if differing:
        columns = dict(zip(FIELDS, zip(*differing, strict=True), strict=True))
        insert_rows(Cell, columns, panel_id=panel.pk)
    created = sum(row[0] not in present for row in differing)
    removed = len(present.keys() - wanted.keys())
    counts = CellCounts(len(wanted), created, len(differing) - created, removed)
    if differing or removed:
        move_stamps([panel_scope(panel.pk)])
        rebuild_after_commit("panel", panel.pk)
        record_audit(actor=actor, verb="recompute_cells", target=panel, detail=counts.as_json())
    return counts


def graded_panels() -> QuerySet[FrozenPanel]:
    """The panels that have judgments."""
    return FrozenPanel.objects.filter(Exists(Judgment.objects.filter(panel=OuterRef("pk")))).order_by("id")


def cell_rows(rows: pd.DataFrame, seats: int) -> list[tuple[Any, ...]]:
    """One tuple of FIELDS a response.

    rows: one judgment each: response, version (whose weight and dimension count), votes (stored form), empty
    (whether the response is). seats: how many judges the panel has.
    """
    cells, responses = pd.factorize(rows["response"])
    if not len(responses):
        return []
    votes = decode_votes(rows["votes"], seats)
    empty = rows["empty"].to_numpy(dtype=bool)
    scored = score_cells(cells, votes, *_weights(rows["version"]), empty, len(responses))
    columns = (
        responses,
        scored.met,
        scored.voted,
        np.where(np.isnan(scored.scores), None, scored.scores),
        scored.judges,
        scored.included,
        scored.empty,
    )
    return list(zip(*(column.tolist() for column in columns), _dimension_sums(scored), strict=True))


def _weights(versions: pd.Series) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Weight and number of the dimension of each criterion version."""
    criteria = criterion_frame(RubricRevision.objects.all())
    positions = pd.Index(criteria["version"]).get_indexer(versions)
    numbers = {name: number for number, name in enumerate(vocabulary.DIMENSIONS)}
    dimensions = criteria["rubric_dimension"].map(numbers).to_numpy(dtype=np.int64)
    return criteria["weight"].to_numpy(dtype=np.int64)[positions], dimensions[positions]


def _dimension_sums(scored: CellScores) -> list[dict[str, list[int]]]:
    """For each cell, the dimensions its rubric has with [weight met, weight with a verdict]."""
    sums = np.stack([scored.dimension_met, scored.dimension_voted], axis=2).tolist()
    return [
        {name: pair for name, pair, there in zip(vocabulary.DIMENSIONS, pairs, has, strict=True) if there}
        for pairs, has in zip(sums, scored.in_rubric.tolist(), strict=True)
    ]
