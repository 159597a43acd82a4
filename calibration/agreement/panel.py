"""How far a panel, or a single judge, agrees with the clinicians, and how far a clinician does."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.verdicts.rules import panel_verdicts
from calibration.ratings.judged_round import JudgedRound
from calibration.stats.judges.alt_test import AltTest, alt_test
from calibration.stats.judges.ceiling import SIDES, CeilingRow, HumanCeiling, human_ceiling
from calibration.stats.judges.confusion import confusion, estimate
from calibration.stats.judges.judge_profile import JudgeProfile, ProfileSlice, judge_profile
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

FEWEST_CLINICIANS = 2


def verdicts_of(judged: JudgedRound, judges: Sequence[str]) -> NDArray[np.int8]:
    """The verdicts of the named judges together, one a unit: 1 met, 0 not met, -1 none."""
    return panel_verdicts(judged.votes.votes[:, [judged.votes.names.index(judge) for judge in judges]])


def panel_profile(
    judged: JudgedRound, judges: Sequence[str], draws: Draws, *, percentiles_alone: bool = False
) -> JudgeProfile:
    """The named judges together against gold, overall and by dimension, plain and by criterion weight."""
    return judge_profile(
        verdicts_of(judged, judges),
        judged.gold,
        judged.labels.task_index,
        draws,
        slices=judged.labels.slice_labels("dimension"),
        weights=judged.labels.weights,
        percentiles_alone=percentiles_alone,
    )


def panel_kappa(judged: JudgedRound, judges: Sequence[str], draws: Draws) -> Estimate:
    """Cohen kappa of the named judges together against gold, as of a panel that was named beforehand."""
    tasks = judged.labels.task_index
    counts = confusion(verdicts_of(judged, judges), judged.gold, tasks, draws.n_tasks)
    return estimate("kappa", counts, draws)


def by_dimension(profile: JudgeProfile) -> dict[str, ProfileSlice]:
    """The dimensions of a profile in the published order."""
    return {name: profile.by[name] for name in vocabulary.DIMENSIONS if name in profile.by}


def panel_ceiling(judged: JudgedRound, judges: Sequence[str], draws: Draws) -> HumanCeiling | None:
    """The panel beside each clinician against the others; None with fewer than two clinicians."""
    if len(judged.labels.rater_ids) < FEWEST_CLINICIANS:
        return None
    tasks = judged.labels.task_index
    return human_ceiling(verdicts_of(judged, judges), judged.labels.ratings, tasks, draws)


def panel_alt_test(judged: JudgedRound, judges: Sequence[str]) -> AltTest | None:
    """The alternative annotator test of the panel; None with fewer than two clinicians."""
    if len(judged.labels.rater_ids) < FEWEST_CLINICIANS:
        return None
    return alt_test(verdicts_of(judged, judges), judged.labels.ratings)


def profile_as_json(profile: JudgeProfile) -> dict[str, Any]:
    """Overall and by dimension, each statistic as a manifest has it."""
    return {
        "overall": _all_json(profile.overall.statistics),
        "by_dimension": {name: _all_json(part.statistics) for name, part in by_dimension(profile).items()},
    }


def ceiling_as_json(
    ceiling: HumanCeiling | None,
    test: AltTest | None,
    shown: Callable[[Estimate], dict[str, Any]] = Estimate.as_json,
) -> dict[str, Any]:
    """The human ceiling and the alternative annotator test; all null without two clinicians.

    shown: how its estimates are written, `Estimate.as_published` in a manifest.
    """

    def row_json(row: CeilingRow) -> dict[str, Any]:
        return {name: shown(getattr(row, name)) for name in (*SIDES, "difference")}

    return {
        "statistic": ceiling.statistic if ceiling else None,
        "clinicians": [row_json(row) for row in ceiling.clinicians] if ceiling else None,
        "mean": row_json(ceiling.mean) if ceiling else None,
        "alternative_annotator_test": _test_json(test) if test else None,
        "reason": None if ceiling else "one_clinician",
    }


def _all_json(estimates: dict[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.as_published() for name, estimate in estimates.items()}


def _test_json(test: AltTest) -> dict[str, Any]:
    return {
        "label": test.label,
        "advantage_probability": test.advantage_probability,
        "reason": test.reason,
        "by_epsilon": [
            {
                "epsilon": result.epsilon,
                "winning_rate": result.winning_rate,
                "passed": result.passed,
                "beaten": list(result.beaten),
            }
            for result in test.by_epsilon
        ],
        "clinicians": [
            {
                "n_units": clinician.n_units,
                "panel_wins": clinician.panel_wins,
                "clinician_wins": clinician.clinician_wins,
                "p_values": list(clinician.p_values) if clinician.p_values is not None else None,
                "reason": clinician.reason,
            }
            for clinician in test.clinicians
        ],
    }
