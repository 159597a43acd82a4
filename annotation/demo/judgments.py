"""A panel's judgments of the five synthetic models, three attempts at each task, in the published layout."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from annotation.demo import corpus
from annotation.demo.cells import cells
from annotation.demo.judges import position_of
from annotation.demo.votes import vote_matrix
from annotation.tables.judgments import METADATA, judge_column
from annotation.verdicts.columns import as_booleans
from annotation.verdicts.rules import MISSING, Votes, panel_verdicts, votes_cast, votes_for_met

# A cell where only the panel's first judge answered, so it is left out of the model's mean,
ONE_JUDGE_CELL = ("DEMO-019", "demo/lark-3", 2)
# and a criterion nobody answered, so it is in neither sum of its cell.
NO_JUDGE_CRITERION = ("DEMO-016-C03", "demo/wren-2", 3)


def panel_judgments(judges: Sequence[str]) -> pd.DataFrame:
    """The judgments table of a panel: one row a (task, model, attempt, criterion), also where nobody voted.

    judges: judge ids in the panel's frozen order, each once. On the written replies the votes are those of
    `candidate_votes`. Raises ValueError, in a sentence, for an unknown or repeated judge or an empty panel.
    """
    if not judges or len(set(judges)) != len(judges):
        raise ValueError("A panel names at least one judge, and each of them once.")
    frame = cells()
    votes = vote_matrix()[:, [position_of(judge) for judge in judges]].copy()
    _silence(frame, votes)
    empty = (frame["response_status"] == "empty").to_numpy()
    table = frame[[*corpus.CELL, "criterion_id", "criterion_title", "rubric_dimension", "weight"]].astype(
        {"attempt_index": "Int64"}
    )
    table["judges_voting"] = pd.array(votes_cast(votes), dtype="Int64")
    table["votes_met"] = pd.array(votes_for_met(votes), dtype="Int64")
    table["panel_verdict"] = as_booleans(panel_verdicts(votes, empty))
    for place in range(len(judges)):
        table[judge_column(place + 1)] = as_booleans(votes[:, place])
    table["empty_response"] = pd.array(empty, dtype="boolean")
    table["response_status"] = frame["response_status"].astype("str")
    return _with_metadata(table)


def _silence(frame: pd.DataFrame, votes: Votes) -> None:
    cell = _rows(frame, corpus.CELL, ONE_JUDGE_CELL)
    votes[np.ix_(cell, range(1, votes.shape[1]))] = MISSING
    votes[_rows(frame, ["criterion_id", "model_id", "attempt_index"], NO_JUDGE_CRITERION)] = MISSING


def _rows(frame: pd.DataFrame, columns: list[str], key: tuple[str, str, int]) -> np.ndarray:
    same = [frame[column] == value for column, value in zip(columns, key, strict=True)]
    return np.flatnonzero(np.logical_and.reduce(same))


def _with_metadata(table: pd.DataFrame) -> pd.DataFrame:
    theirs = {ours: published for published, ours in METADATA.items()}
    metadata = corpus.tasks()[["UNIQUE_ID", *theirs]].rename(columns={"UNIQUE_ID": "unique_id", **theirs})
    return table.merge(metadata, on="unique_id", how="left", validate="many_to_one")
