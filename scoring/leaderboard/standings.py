"""Where each model stands: mean, dimensions, rank and group, as pages and files share them. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.resampling.significance import typical_detectable_difference
from calibration.stats.scores.model_means_and_ranks import (
    ModelRank,
    dimension_means,
    model_means,
    model_ranks,
)
from calibration.stats.scores.paired_differences import paired_differences
from calibration.stats.scores.scored_cells import ScoredCells


@dataclass(frozen=True)
class ModelStanding:
    """One model. cells: how many count in the mean; rank is None where no ranks were made."""

    model_id: str
    mean: Estimate
    cells: int
    cells_left_out: int
    dimensions: dict[str, Estimate]
    rank: ModelRank | None = None

    def as_json(self) -> dict[str, Any]:
        """The shape of the leaderboard command."""
        return self._shaped(mean_as_json(self.mean), Estimate.as_json)

    def as_published(self) -> dict[str, Any]:
        """The shape of model_means.json: low and high are the percentiles."""
        return self._shaped(_named_mean(self.mean.as_published()), Estimate.as_published)

    def _shaped(self, mean: dict[str, Any], shown: Callable[[Estimate], dict[str, Any]]) -> dict[str, Any]:
        return {
            "model_id": self.model_id,
            **mean,
            "cells": self.cells,
            "cells_left_out": self.cells_left_out,
            "dimensions": {name: shown(estimate) for name, estimate in self.dimensions.items()},
        }


def mean_as_json(mean: Estimate) -> dict[str, Any]:
    """A mean with its intervals and what it rests on."""
    return _named_mean(mean.as_json())


def _named_mean(estimate: dict[str, Any]) -> dict[str, Any]:
    named = {"mean" if name == "value" else name: part for name, part in estimate.items()}
    del named["n_units"]  # `cells` says it
    return named


def standings(
    models: Sequence[str],
    cells: ScoredCells,
    scores_by_dimension: Mapping[str, ArrayLike],
    draws: Draws,
) -> list[ModelStanding]:
    """All models, best first, on the same draws; a model without an included cell comes last.

    models: names in the numbering of `cells`. scores_by_dimension: as in `dimension_means`.
    """
    means = model_means(cells, draws)
    dimensions = dimension_means(cells, scores_by_dimension, draws)
    n_cells = np.bincount(cells.models, minlength=len(models))
    rows = [
        ModelStanding(
            model_id=model,
            mean=means[number],
            cells=int(n_cells[number] - cells.cells_left_out[number]),
            cells_left_out=int(cells.cells_left_out[number]),
            dimensions={name: of_models[number] for name, of_models in dimensions.items()},
        )
        for number, model in enumerate(models)
    ]
    return sorted(rows, key=lambda row: (row.mean.value is None, -(row.mean.value or 0), row.model_id))


def with_ranks(
    rows: Sequence[ModelStanding], models: Sequence[str], cells: ScoredCells, draws: Draws
) -> tuple[list[ModelStanding], float | None]:
    """The same with rank intervals and groups, and the smallest difference this many tasks can detect."""
    differences = paired_differences(cells, draws)
    mean_of = {row.model_id: row.mean for row in rows}
    ranks = model_ranks([mean_of[model] for model in models], differences)
    rank_of = {models[rank.model]: rank for rank in ranks}
    detectable = typical_detectable_difference(pair.standard_error for pair in differences.pairs)
    return [replace(row, rank=rank_of.get(row.model_id)) for row in rows], detectable
