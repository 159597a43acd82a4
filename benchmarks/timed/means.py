"""python -m benchmarks.timed.means ARRAYS REPEATS: the mean of every model with its interval."""

import sys

import numpy as np

from benchmarks.timed.best_of import best_of, report
from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.model_means_and_ranks import model_means
from calibration.stats.scores.scored_cells import ScoredCells


def main(path: str, repeats: int) -> None:
    data = np.load(path)
    tasks, included = data["tasks"], np.ones(len(data["tasks"]), dtype=bool)
    n_tasks = int(tasks.max()) + 1

    def means():
        cells = ScoredCells.of(tasks, data["models"], data["scores"], included, attempts=data["attempts"])
        return model_means(cells, task_draws(n_tasks))

    times, found = best_of(repeats, means)
    report(times, values=[estimate.value for estimate in found])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
