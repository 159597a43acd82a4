"""The agreement report of a closed round."""

from typing import Any

from annotation.base.errors import BadInputError
from annotation.models import Round, RoundKind
from calibration.agreement.long_agreement import long_agreement_of
from calibration.ratings import SLICES, in_order
from calibration.ratings.closed_round import checked_draws, closed_frame
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.agreement.slices import agreement_by
from calibration.stats.resampling.cautions import cautions
from calibration.stats.resampling.draws import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.estimate import Estimate

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
    if round.kind == RoundKind.TRANSCRIPTS:
        return _of_conversations(round, by, draws, seed)
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
        "by": {name: _as_json(slices[name]) for name in (in_order(by, slices) if by else ())},
        "cautions": _cautions(overall, slices, draws),
        "labels_sha256": frame.labels_sha256,
        "draws": draws,
        "seed": seed,
        "draws_sha256": drawn.sha256 if draws else None,
    }


def _of_conversations(round: Round, by: str | None, draws: int, seed: int) -> Report:
    """The same shape over the round's own labels; conversations carry nothing to slice them by."""
    if by is not None:
        raise BadInputError("Long conversations carry no metadata, so their agreement has no slices.")
    found = long_agreement_of(round, draws, seed)
    return {
        "round": round.name,
        "n_units": found.n_conversations,
        "n_raters": found.n_raters,
        "n_tasks": found.n_conversations,
        "labels": found.labels,
        "overall": _as_json(found.overall),
        "by": {},
        "cautions": [f"Overall: {caution}" for caution in found.cautions],
        "labels_sha256": found.labels_sha256,
        "draws": draws,
        "seed": seed,
        "draws_sha256": found.draws_sha256,
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
