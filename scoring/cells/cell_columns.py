"""A panel's cells as columns of numbers, cached by the panel's stamp."""

import json
from dataclasses import dataclass

import numpy as np
from django.db.models import TextField
from django.db.models.functions import Cast
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.base.array_cache import cached_arrays
from annotation.base.array_files import FileContent
from annotation.base.bulk import driver_rows
from annotation.base.stamps import stamps_of
from scoring.models import Cell

FIELDS = (
    "response__task_id",
    "response__model_id",
    "response__attempt",
    "score",
    "included",
    "dimension_text",
)


@dataclass(frozen=True, eq=False)
class CellColumns:
    """One row a cell, in the order of their primary keys.

    tasks, models: primary keys. scores: NaN where a cell has none. met, voted: cells x dimensions of the
    vocabulary, the weight met and the weight with a verdict.
    """

    tasks: NDArray[np.int64]
    models: NDArray[np.int64]
    attempts: NDArray[np.int64]
    scores: NDArray[np.float64]
    included: NDArray[np.bool_]
    met: NDArray[np.int64]
    voted: NDArray[np.int64]

    def of_tasks(self, tasks: NDArray[np.int64]) -> "CellColumns":
        """Only the cells of these tasks."""
        chosen = np.isin(self.tasks, tasks)
        return CellColumns(**{name: column[chosen] for name, column in vars(self).items()})


def panel_scope(panel_id: int) -> str:
    """The judgments and cells of a panel."""
    return f"panel {panel_id}"


def cell_stamp(panel_id: int) -> str | None:
    """The stamp of the panel's cells; None when nothing of them may be cached."""
    scope = panel_scope(panel_id)
    return stamps_of([scope])[scope]


def cell_columns(panel_id: int, stamp: str | None) -> CellColumns:
    """All cells of a panel as of its stamp."""
    return CellColumns(**cached_arrays(f"panel-{panel_id}/cells", stamp, lambda: _read(panel_id)).arrays)


def _read(panel_id: int) -> FileContent:
    cells = Cell.objects.filter(panel=panel_id).order_by("pk")
    rows = driver_rows(cells.annotate(dimension_text=Cast("dimensions", TextField())).values_list(*FIELDS))
    columns = list(zip(*rows, strict=True)) or [()] * len(FIELDS)
    tasks, models, attempts, scores, included, dimensions = columns
    met, voted = _dimension_weights(dimensions)
    return FileContent(
        {
            "tasks": np.array(tasks, dtype=np.int64),
            "models": np.array(models, dtype=np.int64),
            "attempts": np.array(attempts, dtype=np.int64),
            "scores": np.array(scores, dtype=np.float64),
            "included": np.array(included, dtype=np.bool_),
            "met": met,
            "voted": voted,
        }
    )


def _dimension_weights(texts: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both weights of each cell within each dimension; the texts are read as one, which is quicker."""
    positions = {name: position for position, name in enumerate(vocabulary.DIMENSIONS)}
    cells = enumerate(json.loads(f"[{','.join(texts)}]"))
    entries = [(row, positions[name], *pair) for row, of_cell in cells for name, pair in of_cell.items()]
    rows, columns, met, voted = np.array(entries, dtype=np.int64).reshape(-1, 4).T
    weights = np.zeros((2, len(texts), len(positions)), dtype=np.int64)
    weights[:, rows, columns] = met, voted
    return weights[0], weights[1]
