"""A real table of 15 judges for the tests: LLMBar, with its published experts' answers."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TABLE = Path(__file__).parent / "llmbar" / "votes.csv"


@dataclass(frozen=True)
class LlmBar:
    """votes: 419 x 15 (1, 0, -1 no vote); gold: 419; every item is its own task."""

    votes: NDArray[np.int8]
    gold: NDArray[np.int8]
    tasks: NDArray[np.int64]
    names: list[str]

    @property
    def families(self) -> list[str]:
        return [name.split("/")[0] for name in self.names]


def llmbar() -> LlmBar:
    with TABLE.open(newline="") as file:
        header, *rows = list(csv.reader(file))
    votes = [[-1 if cell == "" else int(float(cell)) for cell in row[3:]] for row in rows]
    gold = [int(row[2]) for row in rows]
    return LlmBar(np.array(votes, np.int8), np.array(gold, np.int8), np.arange(len(rows)), header[3:])
