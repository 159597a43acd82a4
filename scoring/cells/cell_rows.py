"""From judgments at hand to the values of their cells. Nothing is read but weights and dimensions."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.corpus.frames import criterion_frame
from annotation.models import RubricRevision
from scoring.cells.judgment_rows import votes_of
from scoring.rules import (
    cell_scores,
    cells_included,
    dimension_sums,
    judges_of_cells,
    panel_verdicts,
    weight_sums,
)

FIELDS = (
    "response_id",
    "weight_met",
    "weight_voted",
    "score",
    "judges",
    "included",
    "empty_response",
    "dimensions",
)


def cell_rows(rows: pd.DataFrame, seats: int) -> list[tuple[Any, ...]]:
    """One tuple of FIELDS a response.

    rows: one judgment each: response, version (whose weight and dimension count), votes (stored form), empty
    (whether the response is). seats: how many judges the panel has.
    """
    cells, keys = pd.factorize(rows["response"])
    if not len(keys):
        return []
    empty = rows["empty"].to_numpy(dtype=bool)
    votes = votes_of(rows["votes"], seats)
    verdicts = panel_verdicts(votes, empty)
    weights, dimensions = _weights(rows["version"])
    shape = (len(keys), len(vocabulary.DIMENSIONS))
    met, voted = weight_sums(cells, weights, verdicts, len(keys))
    scores = cell_scores(met, voted)
    judges = judges_of_cells(cells, votes, len(keys))
    empty_cells = np.zeros(len(keys), dtype=bool)
    empty_cells[cells] = empty
    in_rubric = np.zeros(shape, dtype=bool)
    in_rubric[cells, dimensions] = True
    columns = (
        keys,
        met,
        voted,
        np.where(np.isnan(scores), None, scores),
        judges,
        cells_included(judges, empty_cells),
        empty_cells,
    )
    words = _words(in_rubric, *dimension_sums(cells, dimensions, weights, verdicts, shape))
    return list(zip(*(column.tolist() for column in columns), words, strict=True))


def _weights(versions: pd.Series) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Weight and number of the dimension of each criterion version."""
    criteria = criterion_frame(RubricRevision.objects.all())
    places = pd.Index(criteria["version"]).get_indexer(versions)
    numbers = {name: number for number, name in enumerate(vocabulary.DIMENSIONS)}
    dimensions = criteria["rubric_dimension"].map(numbers).to_numpy(dtype=np.int64)
    return criteria["weight"].to_numpy(dtype=np.int64)[places], dimensions[places]


def _words(
    in_rubric: NDArray[np.bool_], met: NDArray[np.int64], voted: NDArray[np.int64]
) -> list[dict[str, list[int]]]:
    """For each cell, the dimensions its rubric has with [weight met, weight with a verdict]."""
    sums = np.stack([met, voted], axis=2).tolist()
    return [
        {name: pair for name, pair, there in zip(vocabulary.DIMENSIONS, pairs, has, strict=True) if there}
        for pairs, has in zip(sums, in_rubric.tolist(), strict=True)
    ]
