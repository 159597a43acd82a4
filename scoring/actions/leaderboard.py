"""The leaderboard: each model's mean with its interval, overall, by dimension and by slice."""

from typing import Any

import numpy as np

from annotation.errors import BadInputError
from annotation.models import Split
from calibration.models import FrozenPanel
from calibration.stats.draws import DEFAULT_DRAWS, DEFAULT_SEED, Draws, task_draws
from calibration.stats.estimate import Estimate
from calibration.stats.model_means import dimension_means, model_means
from calibration.stats.slices import SliceDraws, each_slice
from scoring.frames import DIMENSION, SLICES, CellFrame, cell_frame

Report = dict[str, Any]


def leaderboard_report(
    *,
    panel: FrozenPanel,
    split: str = Split.PUBLIC,
    by: str | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
) -> Report:
    """Means of all models on the same draws, best first, ready for JSON.

    A model without any included cell has mean None and its reason, and comes last. Raises BadInputError for
    an unknown slice or split, draws and seeds out of range, and a panel without cells.
    """
    if by is not None and by not in SLICES:
        raise BadInputError(f"The leaderboard can be shown by {', '.join(SLICES)}; {by!r} is none of these.")
    if split not in Split.values:
        raise BadInputError(f"Splits are {', '.join(Split.values)}; {split!r} is none of these.")
    frame = cell_frame(panel, split, by)
    try:
        drawn = task_draws(len(frame.tasks), draws, seed)
    except ValueError as problem:
        raise BadInputError(str(problem)) from problem
    report: Report = {
        "panel": panel.name,
        "split": split,
        "n_tasks": len(frame.tasks),
        "draws": draws,
        "seed": seed,
        "draws_sha256": drawn.sha256 if draws else None,
        "models": _models(frame, drawn),
    }
    if by not in (None, DIMENSION):
        report["by"] = _slices(frame, drawn)
    return report


def _models(frame: CellFrame, draws: Draws) -> list[dict[str, Any]]:
    means = model_means(frame.cells, draws)
    dimensions = dimension_means(frame.cells, frame.dimension_scores, draws)
    cells = np.bincount(frame.cells.models, minlength=len(frame.models))
    rows = [
        {
            "model_id": model,
            **_mean(means[number]),
            "cells": int(cells[number] - frame.cells.cells_left_out[number]),
            "cells_left_out": int(frame.cells.cells_left_out[number]),
            "dimensions": {name: of_models[number].as_json() for name, of_models in dimensions.items()},
        }
        for number, model in enumerate(frame.models)
    ]
    return sorted(rows, key=lambda row: (row["mean"] is None, -(row["mean"] or 0), row["model_id"]))


def _mean(estimate: Estimate) -> dict[str, Any]:
    return {
        "mean": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n_tasks": estimate.n_tasks,
        "reason": estimate.reason,
    }


def _slices(frame: CellFrame, draws: Draws) -> dict[str, list[dict[str, Any]]]:
    """Means within each slice; a slice of fewer tasks is resampled as if it were all there is."""
    draws_of, slices = SliceDraws(draws), {}
    for label, chosen in each_slice(frame.slice_labels):
        part = frame.cells.alone(chosen)
        means = model_means(part, draws_of(part.n_tasks))
        slices[label] = [
            {"model_id": model, **_mean(mean)} for model, mean in zip(frame.models, means, strict=True)
        ]
    return slices
