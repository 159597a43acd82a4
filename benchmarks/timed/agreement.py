"""python -m benchmarks.timed.agreement ARRAYS REPEATS: four coefficients with their intervals."""

import sys

import numpy as np

from benchmarks.timed.best_of import best_of, report
from calibration.stats.agreement.agreement import agreement_summary
from calibration.stats.agreement.ratings import Ratings
from calibration.stats.resampling.draws import task_draws

FOUR = ("fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "pabak")


def main(path: str, repeats: int) -> None:
    data = np.load(path)
    n_tasks = int(data["tasks"].max()) + 1
    times, found = best_of(
        repeats,
        lambda: agreement_summary(Ratings.of(data["ratings"], data["tasks"]), task_draws(n_tasks), FOUR),
    )
    report(times, values={name: estimate.value for name, estimate in found.items()})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
