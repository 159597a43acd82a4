"""From a panel's votes to the judgments table (one row for every criterion of every response), and from
judgments to the score of each response, overall and within each dimension. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from annotation import vocabulary
from annotation.tables.judgments import JUDGMENTS, METADATA, judge_column, judge_columns
from annotation.tables.order import in_canonical_order
from annotation.tables.responses import KEY, empty_responses, received_responses
from annotation.tables.rubric import criteria_of
from annotation.verdicts.columns import as_booleans, vote_column, vote_matrix
from annotation.verdicts.rules import MISSING, Votes, panel_verdicts, votes_cast, votes_for_met
from scoring.cell_scores import CellScores, cell_scores, score_cells

Positions = NDArray[np.intp]
CRITERION_FIELDS = ("criterion_id", "criterion_title", "rubric_dimension", "weight")
Numbers = NDArray[np.int64]


def judgments_from_votes(
    tasks: pd.DataFrame, responses: pd.DataFrame, votes: pd.DataFrame, judges: Sequence[str]
) -> pd.DataFrame:
    """The judgments frame of a panel, in canonical order; a criterion nobody voted on has a row like any
    other.

    tasks, responses, votes: frames of these tables (`read_table`), votes of other judges are left aside.
    Votes on a reply that was never received count as none.
    judges: the panel in frozen order. Tasks and criteria must be known: `against.check_against` says which
    are not.
    """
    responses = in_canonical_order("responses", responses)
    criteria = criteria_of(tasks).reset_index(drop=True)
    of_response, of_criterion = _crossed(responses, criteria)
    matrix = _vote_matrix(responses, criteria, votes, judges)
    empty = empty_responses(responses).to_numpy()[of_response]
    matrix[~received_responses(responses).to_numpy()[of_response]] = MISSING
    columns: dict[str, object] = {name: responses[name].to_numpy()[of_response] for name in KEY}
    columns |= {name: criteria[name].array[of_criterion] for name in CRITERION_FIELDS}
    columns |= _votes_and_verdicts(matrix, empty)
    columns["response_status"] = responses["response_status"].array[of_response]
    columns |= _metadata(tasks, responses["unique_id"].array[of_response])
    frame = pd.DataFrame(columns)
    return _typed(frame[[column.name for column in JUDGMENTS.columns_for(frame.columns)]])


def _crossed(responses: pd.DataFrame, criteria: pd.DataFrame) -> tuple[Positions, Positions]:
    """For each row of the judgments: its response and its criterion, by position."""
    first, counts = _blocks(responses, criteria)
    of_response = np.repeat(np.arange(len(responses)), counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return of_response, first[of_response] + within


def _blocks(responses: pd.DataFrame, criteria: pd.DataFrame) -> tuple[Positions, Positions]:
    """For each response: the position of its task's first criterion, and how many the task has.

    The criteria of a task lie together, in slot order.
    """
    blocks = criteria.groupby("unique_id", sort=False)["position"].agg(["size"])
    starts = blocks["size"].cumsum() - blocks["size"]
    uids = responses["unique_id"]
    return (
        starts.reindex(uids).fillna(0).to_numpy(dtype=np.intp),
        blocks["size"].reindex(uids).fillna(0).to_numpy(dtype=np.intp),
    )


def _positions(known: pd.DataFrame, wanted: pd.DataFrame, names: Sequence[str]) -> Positions:
    """Where each wanted row's key stands among the known rows; -1 where it does not."""
    keys = pd.MultiIndex.from_frame(known[list(names)])
    return keys.get_indexer(pd.MultiIndex.from_frame(wanted[list(names)]))


def _vote_matrix(
    responses: pd.DataFrame, criteria: pd.DataFrame, votes: pd.DataFrame, judges: Sequence[str]
) -> Votes:
    """Rows of the judgments x judges."""
    first, counts = _blocks(responses, criteria)
    starts = np.cumsum(counts) - counts
    matrix = np.full((int(counts.sum()), len(judges)), MISSING, dtype=np.int8)
    seats = pd.Index(judges).get_indexer(pd.Index(votes["judge"]))
    cast = votes[seats >= 0]
    response = _positions(responses, cast, KEY)
    criterion = _positions(criteria, cast, ("unique_id", "criterion_id"))
    known = (response >= 0) & (criterion >= 0)
    rows = starts[response[known]] + criterion[known] - first[response[known]]
    matrix[rows, seats[seats >= 0][known]] = vote_column(cast["met"])[known]
    return matrix


def _votes_and_verdicts(matrix: Votes, empty: NDArray[np.bool_]) -> dict[str, object]:
    judges = {judge_column(seat + 1): as_booleans(column) for seat, column in enumerate(matrix.T)}
    return {
        "judges_voting": votes_cast(matrix),
        "votes_met": votes_for_met(matrix),
        "panel_verdict": as_booleans(panel_verdicts(matrix, empty)),
        **judges,
        "empty_response": empty,
    }


def _metadata(tasks: pd.DataFrame, uids: pd.api.extensions.ExtensionArray) -> dict[str, object]:
    positions = pd.Index(tasks["UNIQUE_ID"]).get_indexer(uids)
    return {name: tasks[theirs].array[positions] for name, theirs in METADATA.items()}


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    types = {"int": "Int64", "bool": "boolean"}
    return frame.astype(
        {column.name: types.get(column.kind, "str") for column in JUDGMENTS.columns_for(frame.columns)}
    )


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
