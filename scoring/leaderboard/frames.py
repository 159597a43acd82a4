"""The bridge from cells to arrays: one panel's cells on one split."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.base.errors import BadInputError
from annotation.models import Split
from calibration.models import FrozenPanel
from calibration.panels.find import panel_named
from calibration.stats.scores.scored_cells import ScoredCells
from scoring.models import Cell

SLICE_FIELDS = {
    "subcategory": "response__task__sub_category",
    "stage": "response__task__progression_stage",
    "age": "response__task__age",
    "intent": "response__task__prompt_intent",
    "explicitness": "response__task__explicit_type",
    "turns": "response__task__turns",
}
DIMENSION = "dimension"
SLICES = (DIMENSION, *SLICE_FIELDS)


@dataclass(frozen=True)
class CellFrame:
    """Cells of all models of a panel. tasks is sorted by UNIQUE_ID, models by model_id.

    dimension_scores: for each dimension one score a cell, NaN where the cell has no verdict in it.
    slice_labels: one word a cell, where a slice was asked for.
    """

    panel: FrozenPanel
    models: list[str]
    tasks: list[str]
    cells: ScoredCells
    dimension_scores: dict[str, NDArray[np.float64]]
    slice_labels: NDArray[np.str_] | None


def cell_frame(panel: FrozenPanel, split: str = Split.PUBLIC, by: str | None = None) -> CellFrame:
    """The cells of a panel on one split. Raises BadInputError when there are none."""
    fields = [
        "response__task__uid",
        "response__model__model_id",
        "response__attempt",
        "score",
        "included",
        "dimensions",
    ]
    if by in SLICE_FIELDS:
        fields.append(SLICE_FIELDS[by])
    rows = list(Cell.objects.filter(panel=panel, response__task__split=split).values_list(*fields))
    if not rows:
        raise BadInputError(
            f"Panel {panel.name} has no cells on the {split} split. Import judgments by it, or grade with it."
        )
    columns = list(zip(*rows, strict=True))
    tasks, task_index = np.unique(np.array(columns[0]), return_inverse=True)
    models, model_index = np.unique(np.array(columns[1]), return_inverse=True)
    cells = ScoredCells.of(
        task_index,
        model_index,
        np.array(columns[3], dtype=np.float64),
        np.array(columns[4], dtype=bool),
        attempts=np.array(columns[2], dtype=np.int64) - 1,
        n_tasks=len(tasks),
        n_models=len(models),
    )
    return CellFrame(
        panel=panel,
        models=models.tolist(),
        tasks=tasks.tolist(),
        cells=cells,
        dimension_scores=_dimension_scores(columns[5]),
        slice_labels=np.array(columns[6]) if len(columns) > 6 else None,
    )


def _dimension_scores(weights: tuple[dict[str, list[int]], ...]) -> dict[str, NDArray[np.float64]]:
    """Weight met by weight with a verdict, one array for each dimension that occurs, in published order."""
    scores = {name: np.full(len(weights), np.nan) for name in vocabulary.DIMENSIONS}
    for row, of_cell in enumerate(weights):
        for name, (met, voted) in of_cell.items():
            if voted:
                scores[name][row] = met / voted
    return {name: values for name, values in scores.items() if not np.isnan(values).all()}


def grading_panel(name: str | None) -> FrozenPanel:
    """The panel of that name or number; without one, the newest with cells. Raises BadInputError if none."""
    if name is None:
        found = FrozenPanel.objects.filter(cells__isnull=False).order_by("-frozen_at", "-id").first()
        if found is None:
            raise BadInputError(
                "No panel has graded anything yet. Import judgments, or freeze a panel and grade."
            )
        return found
    return panel_named(name)
