"""Arrays of the published sizes, with correlated errors, for the timed programs and their peers alike.

    python -m benchmarks.made_data FOLDER

writes calibration.npz (2,908 units of 75 tasks, 3 clinicians, 15 judges), many_judges.npz (the same with 30
judges) and cells.npz (359 tasks, 25 models, 3 attempts).
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import clinician_majorities
from calibration.stats.agreement.ratings import Ratings
from scoring.synthetic.truth import CorpusPlan
from scoring.synthetic.voters import clinician_labels, judge_votes, make_judges

SEED = 20260714
TASKS, CRITERIA, RESPONSES = 75, 727, 4
GRADED_TASKS, MODELS, ATTEMPTS = 359, 25, 3


def calibration_arrays(n_judges: int) -> dict[str, NDArray[np.generic]]:
    """ratings U x 3, votes U x n_judges, gold U, tasks U; 727 criteria times 4 responses."""
    chance = np.random.RandomState(SEED)
    per_task = np.full(TASKS, CRITERIA // TASKS)
    per_task[: CRITERIA % TASKS] += 1
    tasks = np.repeat(np.arange(TASKS), per_task * RESPONSES)
    easiness = 0.4 + chance.normal(0, 1, TASKS)[tasks]
    met = chance.random_sample(len(tasks)) < 1 / (1 + np.exp(-easiness))
    plan = CorpusPlan(judges=n_judges)
    ratings = clinician_labels(met, plan, chance)
    votes = judge_votes(met, make_judges(plan), plan, chance)
    return {
        "ratings": ratings,
        "votes": votes,
        "gold": clinician_majorities(Ratings.of(ratings, tasks).values),
        "tasks": tasks,
    }


def cell_arrays() -> dict[str, NDArray[np.generic]]:
    """tasks, models, attempts, scores: one entry a cell, 26,925 of them."""
    chance = np.random.RandomState(SEED)
    shape = (GRADED_TASKS, MODELS, ATTEMPTS)
    tasks, models, attempts = (part.ravel() for part in np.indices(shape))
    level = 0.5 + 0.01 * models + chance.normal(0, 0.2, GRADED_TASKS)[tasks]
    scores = np.clip(level + chance.normal(0, 0.2, len(tasks)), 0, 1)
    return {"tasks": tasks, "models": models, "attempts": attempts, "scores": scores}


def main(folder: Path) -> None:
    np.savez(folder / "calibration.npz", **calibration_arrays(15))
    np.savez(folder / "many_judges.npz", **calibration_arrays(30))
    np.savez(folder / "cells.npz", **cell_arrays())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
