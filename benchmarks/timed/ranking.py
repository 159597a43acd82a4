"""python -m benchmarks.timed.ranking ARRAYS REPEATS SIZE DRAWS: rank all panels of SIZE judges."""

import sys

import numpy as np

from benchmarks.timed.best_of import best_of, report
from calibration.stats.ranking.ranking import rank_panels


def main(path: str, repeats: int, size: int, draws: int) -> None:
    data = np.load(path)
    names = [f"judge-{number:02d}" for number in range(data["votes"].shape[1])]
    times, found = best_of(
        repeats,
        lambda: rank_panels(data["votes"], data["gold"], data["tasks"], names, size=size, draws=draws),
    )
    best = found.panels.members[0].tolist()
    report(times, panels=len(found.panels.members), best=best, kappa=float(found.panels.kappa[0]))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
