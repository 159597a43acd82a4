"""From judgments to the score of each response, overall and within each dimension. Pure."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.tables.judgments import judge_columns
from annotation.tables.responses import KEY
from annotation.verdicts.columns import vote_matrix
from scoring.rules import CellScores, cell_scores, score_cells

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
    scored = score_cells(
        numbers,
        vote_matrix(judgments, judge_columns(judgments)),
        np.asarray(judgments["weight"].to_numpy(dtype=np.int64), dtype=np.int64),
        pd.Index(vocabulary.DIMENSIONS).get_indexer(pd.Index(judgments["rubric_dimension"])).astype(np.int64),
        judgments["empty_response"].to_numpy(dtype=bool),
        len(keys),
    )
    return CellTable(_frame(keys, scored), scored.dimension_met, scored.dimension_voted)


def _frame(keys: pd.DataFrame, cells: CellScores) -> pd.DataFrame:
    scores = cells.scores
    return keys.assign(
        weight_met=pd.array(cells.met, dtype="Int64"),
        weight_voted=pd.array(cells.voted, dtype="Int64"),
        score=pd.arrays.FloatingArray(np.nan_to_num(scores), np.isnan(scores)),
        judges=pd.array(cells.judges, dtype="Int64"),
        included=pd.array(cells.included, dtype="boolean"),
        empty_response=pd.array(cells.empty, dtype="boolean"),
    )
