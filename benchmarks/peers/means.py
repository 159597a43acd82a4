"""python -m benchmarks.peers.means ARRAYS DRAWS SAMPLE: model means of each draw by grouping in pandas."""

import json
import sys

import numpy as np
import pandas as pd

from benchmarks.peers.reckon import reckon


def main(path: str, draws: int, sample: int) -> None:
    data = np.load(path)
    cells = pd.DataFrame({name: data[name] for name in ("tasks", "models", "scores")})
    rows_of = list(cells.groupby("tasks").indices.values())
    chance = np.random.RandomState(20260714)

    def means(draw: np.ndarray) -> pd.Series:
        drawn = cells.iloc[np.concatenate([rows_of[task] for task in draw])]
        return drawn.groupby("models")["scores"].mean()

    drawn = chance.randint(0, len(rows_of), size=(sample, len(rows_of)))
    values = cells.groupby("models")["scores"].mean().tolist()
    print(json.dumps({**reckon(means, drawn, draws), "values": values}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
