"""The bridge from cells to arrays: one panel's cells on one split."""

from dataclasses import dataclass

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.base.errors import BadInputError
from annotation.models import EvaluatedModel, Split, Task
from annotation.tables.canonical import sha256_of
from calibration.models import FrozenPanel
from calibration.panels.lookup import panel_named
from calibration.stats.scores.scored_cells import ScoredCells
from scoring.cell_scores import cell_scores
from scoring.cells.cell_columns import CellColumns, cell_columns, cell_stamp
from scoring.leaderboard.slices import SLICE_FIELDS
from scoring.models import Cell


@dataclass(frozen=True, eq=False)
class PanelCells:
    """Cells of all models of a panel. tasks is sorted by UNIQUE_ID, models by model_id.

    dimension_scores: for each dimension one score a cell, NaN where the cell has no verdict in it.
    slice_labels: one word a cell, where a slice was asked for.
    """

    panel: FrozenPanel
    models: list[str]
    tasks: list[str]
    scored: ScoredCells
    dimension_scores: dict[str, NDArray[np.float64]]
    slice_labels: NDArray[np.str_] | None


@dataclass(frozen=True, eq=False)
class CellSource:
    """Where the cells of a panel come from.

    tasks: primary key, UNIQUE_ID and slice of every task of the split.
    models: model_id by primary key. moved: the stamp of the panel's cells.
    """

    panel: FrozenPanel
    split: str
    by: str | None
    tasks: list[tuple[int, str, str]]
    models: dict[int, str]
    moved: str | None

    @property
    def stamp(self) -> str | None:
        """Names everything they are made from; None when it must not be cached."""
        if self.moved is None:
            return None
        return sha256_of([self.moved, self.split, self.by, self.tasks, sorted(self.models.items())])


def cell_source(panel: FrozenPanel, split: str = Split.PUBLIC, by: str | None = None) -> CellSource:
    """The tasks and models as they are now, and the stamp of the panel's cells."""
    tasks = Task.objects.filter(split=split).order_by("pk")
    rows = list(tasks.values_list("pk", "uid", SLICE_FIELDS.get(by, "split")))
    models = dict(EvaluatedModel.objects.order_by("pk").values_list("pk", "model_id"))
    return CellSource(panel, split, by, rows, models, cell_stamp(panel.pk))


def panel_cells(source: CellSource) -> PanelCells:
    """The cells of a panel on one split. Raises BadInputError when there are none."""
    panel, split = source.panel, source.split
    every = cell_columns(panel.pk, source.moved)
    cells = every.of_tasks(np.array([pk for pk, _, _ in source.tasks], dtype=np.int64))
    if not len(cells.tasks):
        raise BadInputError(
            f"Panel {panel.name} has no cells on the {split} split. Import judgments by it, or grade with it."
        )
    tasks, task_index = _numbered(cells.tasks, {pk: uid for pk, uid, _ in source.tasks})
    models, model_index = _numbered(cells.models, source.models)
    scored = ScoredCells.of(
        task_index,
        model_index,
        cells.scores,
        cells.included,
        attempts=cells.attempts - 1,
        n_tasks=len(tasks),
        n_models=len(models),
    )
    labels = _labels(cells.tasks, source.tasks) if source.by in SLICE_FIELDS else None
    return PanelCells(panel, models, tasks, scored, _dimension_scores(cells), labels)


def _numbered(keys: NDArray[np.int64], names: dict[int, str]) -> tuple[list[str], NDArray[np.int64]]:
    """The names that occur, sorted, and the position of each row's name among them."""
    present, rows = np.unique(keys, return_inverse=True)
    words, positions = np.unique(np.array([names[key] for key in present.tolist()]), return_inverse=True)
    return words.tolist(), positions[rows]


def _labels(keys: NDArray[np.int64], tasks: list[tuple[int, str, str]]) -> NDArray[np.str_]:
    """The word of each row's task."""
    present, rows = np.unique(keys, return_inverse=True)
    words = {pk: word for pk, _, word in tasks}
    return np.array([words[key] for key in present.tolist()])[rows]


def _dimension_scores(cells: CellColumns) -> dict[str, NDArray[np.float64]]:
    """Weight met by weight with a verdict, one array for each dimension that occurs, in published order."""
    scores = cell_scores(cells.met, cells.voted)
    columns = zip(vocabulary.DIMENSIONS, scores.T, strict=True)
    return {name: column for name, column in columns if not np.isnan(column).all()}


def grading_panel(name: str | None) -> FrozenPanel:
    """The panel of that name or number; without one, the newest with cells. Raises BadInputError if none."""
    if name is None:
        newest = panels_with_cells().order_by("-frozen_at", "-id").first()
        if newest is None:
            raise BadInputError(
                "No panel has graded anything yet. Import judgments, or freeze a panel and grade."
            )
        return newest
    return panel_named(name)


def panels_with_cells(model_id: str | None = None) -> QuerySet[FrozenPanel]:
    """The panels that have graded something, or something of a model."""
    cells = Cell.objects.filter(panel=OuterRef("pk"))
    if model_id is not None:
        cells = cells.filter(response__model__model_id=model_id)
    return FrozenPanel.objects.filter(Exists(cells))
