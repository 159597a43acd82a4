"""From judgments to the score of each response, overall and within each dimension. Pure."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.tables.judgments import judge_columns
from annotation.tables.responses import KEY
from annotation.tables.verdicts import vote_matrix
from scoring.rules import (
    cell_scores,
    cells_included,
    dimension_sums,
    judges_of_cells,
    panel_verdicts,
    weight_sums,
)

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CellTable:
    """The cells of a judgments table, sorted by task, model and attempt.

    frame: the columns of the cell_scores table. dimension_met, dimension_voted: cells x dimensions, the two
    weights of each cell within each dimension of the vocabulary.
    """

    frame: pd.DataFrame
    dimension_met: Numbers
    dimension_voted: Numbers

    @property
    def dimension_scores(self) -> dict[str, NDArray[np.float64]]:
        """The score of each cell within each dimension that occurs; NaN where a cell has no verdict in it."""
        scores = cell_scores(self.dimension_met, self.dimension_voted)
        return {
            name: scores[:, number]
            for number, name in enumerate(vocabulary.DIMENSIONS)
            if self.dimension_voted[:, number].any()
        }


def cells_from_judgments(judgments: pd.DataFrame) -> CellTable:
    """Score the cells by the rules, from the judges' columns alone; published verdicts are not trusted.

    judgments: a frame of that table (`read_table`).
    """
    grouped = judgments.groupby(list(KEY), sort=True)
    numbers = np.asarray(grouped.ngroup(), dtype=np.int64)
    keys = (
        judgments.loc[~judgments.duplicated(list(KEY)), list(KEY)]
        .sort_values(list(KEY))
        .reset_index(drop=True)
    )
    n_cells = len(keys)
    empty_rows = judgments["empty_response"].to_numpy(dtype=bool)
    votes = vote_matrix(judgments, judge_columns(judgments))
    verdicts = panel_verdicts(votes, empty_rows)
    weights = np.asarray(judgments["weight"].to_numpy(dtype=np.int64), dtype=np.int64)
    dimensions = pd.Index(vocabulary.DIMENSIONS).get_indexer(pd.Index(judgments["rubric_dimension"]))
    shape = (n_cells, len(vocabulary.DIMENSIONS))
    by_dimension = dimension_sums(numbers, dimensions.astype(np.int64), weights, verdicts, shape)
    met, voted = weight_sums(numbers, weights, verdicts, n_cells)
    empty = np.bincount(numbers[empty_rows], minlength=n_cells) > 0
    frame = _frame(keys, met, voted, judges_of_cells(numbers, votes, n_cells), empty)
    return CellTable(frame, *by_dimension)


def _frame(
    keys: pd.DataFrame, met: Numbers, voted: Numbers, judges: Numbers, empty: NDArray[np.bool_]
) -> pd.DataFrame:
    scores = cell_scores(met, voted)
    return keys.assign(
        weight_met=pd.array(met, dtype="Int64"),
        weight_voted=pd.array(voted, dtype="Int64"),
        score=pd.arrays.FloatingArray(np.nan_to_num(scores), np.isnan(scores)),
        judges=pd.array(judges, dtype="Int64"),
        included=pd.array(cells_included(judges, empty), dtype="boolean"),
        empty_response=pd.array(empty, dtype="boolean"),
    )
