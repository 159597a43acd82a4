"""Published rating tables: our small copies, and the shared folder of the project when it is at hand."""

import csv
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.stats.agreement.ratings import Ratings

OWN_TABLES = Path(__file__).parent / "tables"
REPOSITORY = Path(__file__).parents[3]
SHARED_TABLES = Path(os.environ.get("CONCORD_SHARED", REPOSITORY.parent / "shared")) / "oracles"


@dataclass(frozen=True)
class Oracle:
    """One published table with what it was published to give, and reference values to ten digits."""

    folder: Path
    entry: dict[str, Any]

    @property
    def name(self) -> str:
        return Path(self.entry["file"]).stem

    @property
    def reference(self) -> dict[str, float]:
        return self.entry["computed_reference"]

    def ratings(self) -> Ratings:
        """Every unit is its own task."""
        with (self.folder / self.entry["file"]).open(newline="") as table:
            rows = list(csv.reader(table))[1:]
        values = [[float(cell) if cell else np.nan for cell in row[1:]] for row in rows]
        categories = [int(category) for category in self.entry["categories"]]
        return Ratings.of(values, np.arange(len(values)), categories=categories)

    def published(self) -> Iterator[tuple[str, float, float]]:
        """(name, value, tolerance) of each published number."""
        tolerance = self.entry["tolerance"]
        for name, value in self.entry["published"].items():
            if not isinstance(value, list):
                yield name, value, tolerance.get(name, tolerance.get("*"))


def oracles_in(folder: Path) -> list[Oracle]:
    """The tables of a folder; none when the folder is not there."""
    index = folder / "INDEX.json"
    if not index.exists():
        return []
    return [Oracle(folder, entry) for entry in json.loads(index.read_text())]


def oracle(name: str) -> Oracle:
    """One of our own copies by the beginning of its file name."""
    (found,) = [one for one in oracles_in(OWN_TABLES) if one.name.startswith(name)]
    return found
