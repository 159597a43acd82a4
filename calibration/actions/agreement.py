"""The agreement report of a closed round."""

from typing import Any

from annotation.errors import BadInputError
from annotation.models import Round
from calibration.actions.closed_round import checked_draws, closed_frame
from calibration.frames import SLICES
from calibration.stats.agreement import agreement_summary
from calibration.stats.cautions import cautions
from calibration.stats.draws import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.estimate import Estimate
from calibration.stats.ratings import Ratings
from calibration.stats.slices import agreement_by

Report = dict[str, Any]


def agreement_report(
    *, round: Round, by: str | None = None, draws: int = DEFAULT_DRAWS, seed: int = DEFAULT_SEED
) -> Report:
    """Agreement among the clinicians, overall and by one of SLICES, ready for JSON.

    Only for a closed round: before that, raters are blind to each other. Raises BadInputError otherwise, and
    for a round without units, an unknown slice, or draws and seeds out of range.
    """
    if by is not None and by not in SLICES:
        raise BadInputError(f"Agreement can be shown by {', '.join(SLICES)}; {by!r} is none of these.")
    frame = closed_frame(round)
    drawn = checked_draws(len(frame.tasks), draws, seed)
    ratings = Ratings.of(frame.ratings, frame.task_index)
    overall = agreement_summary(ratings, drawn)
    slices = agreement_by(ratings, frame.slice_labels(by), drawn) if by else {}
    return {
        "round": round.name,
        "n_units": len(frame.units),
        "n_raters": len(frame.rater_ids),
        "n_tasks": len(frame.tasks),
        "overall": _as_json(overall),
        "by": {name: _as_json(estimates) for name, estimates in slices.items()},
        "cautions": _cautions(overall, slices, draws),
        "labels_sha256": frame.labels_sha256,
        "draws": draws,
        "seed": seed,
        "draws_sha256": drawn.sha256 if draws else None,
    }


def _as_json(estimates: dict[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.as_json() for name, estimate in estimates.items()}


def _cautions(overall: dict[str, Estimate], slices: dict[str, dict[str, Estimate]], draws: int) -> list[str]:
    """Cautions worth reading beside the numbers, each once."""
    named = {"Overall": overall} | slices
    found = [
        f"{name}: {caution}"
        for name, estimates in named.items()
        for estimate in estimates.values()
        for caution in cautions(estimate, draws)
    ]
    return list(dict.fromkeys(found))
