"""The leaderboard as one JSON object: each model's mean with its interval, by dimension and by slice."""

from typing import Any

from annotation.base.errors import BadInputError
from annotation.models import Split
from calibration.models import FrozenPanel
from calibration.ratings.closed_round import checked_draws
from calibration.stats.agreement.slices import SliceDraws, each_slice
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.scores.model_means import model_means
from scoring.leaderboard.frames import CellFrame, cell_frame, cell_source
from scoring.leaderboard.slices import DIMENSION, SLICES
from scoring.leaderboard.standings import mean_as_json, standings


def leaderboard_report(
    *,
    panel: FrozenPanel,
    split: str = Split.PUBLIC,
    by: str | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
) -> dict[str, Any]:
    """Means of all models on the same draws, best first.

    A model without any included cell has mean None and its reason, and comes last. Raises BadInputError for
    an unknown slice or split, draws and seeds out of range, and a panel without cells.
    """
    if by is not None and by not in SLICES:
        raise BadInputError(f"The leaderboard can be shown by {', '.join(SLICES)}; {by!r} is none of these.")
    if split not in Split.values:
        raise BadInputError(f"Splits are {', '.join(Split.values)}; {split!r} is none of these.")
    frame = cell_frame(cell_source(panel, split, by))
    drawn = checked_draws(len(frame.tasks), draws, seed)
    report: dict[str, Any] = {
        "panel": panel.name,
        "split": split,
        "n_tasks": len(frame.tasks),
        "draws": draws,
        "seed": seed,
        "draws_sha256": drawn.sha256 if draws else None,
        "models": [
            row.as_json() for row in standings(frame.models, frame.cells, frame.dimension_scores, drawn)
        ],
    }
    if by not in (None, DIMENSION):
        report["by"] = _slices(frame, drawn)
    return report


def _slices(frame: CellFrame, draws: Draws) -> dict[str, list[dict[str, Any]]]:
    """Means within each slice; a slice of fewer tasks is resampled as if it were all there is."""
    draws_of, slices = SliceDraws(draws), {}
    for label, chosen in each_slice(frame.slice_labels):
        part = frame.cells.alone(chosen)
        means = model_means(part, draws_of(part.n_tasks))
        rows = zip(frame.models, means, strict=True)
        slices[label] = [{"model_id": model, **mean_as_json(mean)} for model, mean in rows]
    return slices
