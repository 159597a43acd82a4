"""From judgments at hand to the values of their cells. Nothing is read but weights and dimensions."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.corpus.frames import criterion_frame
from annotation.models import RubricRevision
from annotation.verdicts.coding import decode_votes
from scoring.rules import CellScores, score_cells

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
    cells, responses = pd.factorize(rows["response"])
    if not len(responses):
        return []
    votes = decode_votes(rows["votes"], seats)
    empty = rows["empty"].to_numpy(dtype=bool)
    scored = score_cells(cells, votes, *_weights(rows["version"]), empty, len(responses))
    columns = (
        responses,
        scored.met,
        scored.voted,
        np.where(np.isnan(scored.scores), None, scored.scores),
        scored.judges,
        scored.included,
        scored.empty,
    )
    return list(zip(*(column.tolist() for column in columns), _dimension_sums(scored), strict=True))


def _weights(versions: pd.Series) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Weight and number of the dimension of each criterion version."""
    criteria = criterion_frame(RubricRevision.objects.all())
    positions = pd.Index(criteria["version"]).get_indexer(versions)
    numbers = {name: number for number, name in enumerate(vocabulary.DIMENSIONS)}
    dimensions = criteria["rubric_dimension"].map(numbers).to_numpy(dtype=np.int64)
    return criteria["weight"].to_numpy(dtype=np.int64)[positions], dimensions[positions]


def _dimension_sums(scored: CellScores) -> list[dict[str, list[int]]]:
    """For each cell, the dimensions its rubric has with [weight met, weight with a verdict]."""
    sums = np.stack([scored.dimension_met, scored.dimension_voted], axis=2).tolist()
    return [
        {name: pair for name, pair, there in zip(vocabulary.DIMENSIONS, pairs, has, strict=True) if there}
        for pairs, has in zip(sums, scored.in_rubric.tolist(), strict=True)
    ]
