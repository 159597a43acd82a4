"""python -m benchmarks.peers.ranking ARRAYS DRAWS SAMPLE: kappas of panels by scikit-learn.

The panels' verdicts are made beforehand and not timed; P(best), corrected kappa and set are not made.
"""

import json
import sys
from itertools import combinations

import numpy as np
from sklearn.metrics import cohen_kappa_score

from benchmarks.peers.reckon import reckon


def main(path: str, draws: int, sample: int) -> None:
    data = np.load(path)
    votes, gold, tasks = data["votes"], data["gold"], data["tasks"]
    panels = list(combinations(range(votes.shape[1]), 3))
    verdicts = [verdict(votes[:, panel]) for panel in panels]
    units = [np.flatnonzero((tasks == task) & (gold >= 0)) for task in range(tasks.max() + 1)]
    chance = np.random.RandomState(20260714)

    def kappa(panel: int) -> float:
        drawn = np.concatenate([units[task] for task in chance.randint(0, len(units), len(units))])
        voted = drawn[verdicts[panel][drawn] >= 0]
        return float(cohen_kappa_score(gold[voted], verdicts[panel][voted]))

    everything = np.concatenate(units)
    kappas = [
        cohen_kappa_score(gold[rows], verdict[rows])
        for verdict in verdicts
        for rows in [everything[verdict[everything] >= 0]]
    ]
    best = int(np.argmax(kappas))
    times = reckon(kappa, chance.randint(0, len(panels), sample), len(panels) * draws)
    print(json.dumps({**times, "panels": len(panels), "best": panels[best], "kappa": kappas[best]}))


def verdict(votes: np.ndarray) -> np.ndarray:
    """Strict majority of those who voted, -1 where nobody did."""
    voting, met = (votes >= 0).sum(axis=1), (votes == 1).sum(axis=1)
    return np.where(voting == 0, -1, (2 * met > voting).astype(int))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
