"""Import a panel's judgments: a whole grading at once. Its responses are found, compared, or made with their
text unknown; then cells are computed.
"""

import hashlib

import numpy as np
import pandas as pd

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows
from annotation.base.stamps import move_stamps
from annotation.corpus.frames import criterion_frame, response_frame
from annotation.corpus.imports.corpus_checks import check_corpus
from annotation.corpus.imports.evaluated_models import known_models, register_models
from annotation.corpus.imports.import_source import (
    ImportOutcome,
    ImportSource,
    record_import,
    warn_of_look_alikes,
)
from annotation.models import Person, Response, ResponseStatus, Task
from annotation.tables.judgments import judge_column, judge_columns
from annotation.tables.responses import KEY
from annotation.tables.row_column_problems import WHOLE_FILE
from annotation.verdicts.coding import encode_votes
from annotation.verdicts.columns import vote_matrix
from calibration.models import FrozenPanel
from calibration.panels.health import require_verified
from scoring.cells.cell_columns import panel_scope
from scoring.cells.judgment_rows import judgment_rows, later_replies
from scoring.cells.recompute import store_judged_cells
from scoring.models import Judgment

NEVER_RECEIVED = (
    "judges voted on a reply that was never received (status error, no text), expected 0; "
    "collect the reply and import it first, or leave its rows out"
)
CHANGED = (
    "differs from the judgment recorded for this panel, and a judgment never changes, "
    "expected the same votes; another grading needs a panel of its own"
)
NOTHING = hashlib.sha256(b"").hexdigest()


@action
def import_judgments(*, source: ImportSource, panel: FrozenPanel, actor: Person | None) -> ImportOutcome:
    """Bring in a table of judgments. Raises BadInputError with every problem, having written nothing.

    The judge columns are the panel's seats in order. Cells that repeat the corpus (wording, weights,
    metadata) must agree with it, and so must status and emptiness of known responses. Where a reply had
    failed and was collected again, judgments of the new one are appended to those of the old. Models and
    responses that are unknown are made, with text unknown, or "" where the table says that the response was
    empty.
    """
    for caution in require_verified(panel):
        source.findings.warning(1, WHOLE_FILE, caution)
    one_import_at_a_time()
    frame = source.frame
    _check_seats(source, panel)
    criteria = criterion_frame()
    check_corpus(source, criteria)
    source.refuse_problems()
    responses, new = judged_responses(source)
    source.refuse_problems()
    rows = _rows(frame, responses, criteria)
    recorded = judgment_rows(panel)[["response", "version", "votes"]]
    present = rows.merge(recorded, how="left", on=["response", "version"], suffixes=("", "_recorded"))
    known = present["votes_recorded"].notna().to_numpy()
    _check_unchanged(source, rows[known], present[known])
    source.refuse_problems()
    created = _append(rows[~known], panel)
    cells = store_judged_cells(panel=panel, actor=actor, rows=rows)
    details = {"panel": panel.name, **new, "cells": cells.as_json()}
    outcome = ImportOutcome(len(rows), created, details=details)
    return record_import(source=source, outcome=outcome, actor=actor, target=panel)


def _rows(frame: pd.DataFrame, responses: np.ndarray, criteria: pd.DataFrame) -> pd.DataFrame:
    """One judgment a row: response, version, votes as they are stored, empty. Indexed like the frame."""
    pairs = pd.MultiIndex.from_frame(criteria[["unique_id", "criterion_id"]])
    positions = pairs.get_indexer(pd.MultiIndex.from_frame(frame[["unique_id", "criterion_id"]]))
    votes = encode_votes(vote_matrix(frame, judge_columns(frame)))
    return pd.DataFrame(
        {
            "response": responses,
            "version": criteria["version"].to_numpy()[positions],
            "votes": pd.Series(votes, index=frame.index, dtype=object),
            "empty": frame["empty_response"].to_numpy(dtype=bool),
        },
        index=frame.index,
    )


def _check_seats(source: ImportSource, panel: FrozenPanel) -> None:
    given, seats = len(judge_columns(source.frame)), panel.seats.count()
    if given != seats:
        message = f"the table has {given} judge columns, expected {seats}, the seats of panel {panel.name}"
        source.findings.problem(1, WHOLE_FILE, message)


def _check_unchanged(source: ImportSource, rows: pd.DataFrame, present: pd.DataFrame) -> None:
    differs = (rows["votes"].to_numpy() != present["votes_recorded"].to_numpy()).nonzero()[0]
    for position in differs:
        pairs = zip(rows["votes"].iloc[position], present["votes_recorded"].iloc[position], strict=True)
        seat = next(number for number, (given, stored) in enumerate(pairs, start=1) if given != stored)
        source.findings.problem(rows.index[position], judge_column(seat), CHANGED)


def _append(rows: pd.DataFrame, panel: FrozenPanel) -> int:
    columns = {
        "response_id": rows["response"],
        "criterion_version_id": rows["version"],
        "reply": rows["response"].map(later_replies()).fillna(1).astype(int),
        "votes": rows["votes"],
    }
    created = insert_rows(Judgment, columns, panel_id=panel.pk)
    move_stamps([panel_scope(panel.pk)])
    return created


def judged_responses(source: ImportSource) -> tuple[np.ndarray, dict[str, int]]:
    """The primary key of each row's response, and how many models and responses were made.

    Reports rows whose status or emptiness differs from the known response; then makes nothing.
    """
    frame = source.frame
    codes = _codes(frame)
    first = frame.iloc[np.unique(codes, return_index=True)[1]]
    known = first[list(KEY)].merge(response_frame(), how="left", on=list(KEY)).set_index(first.index)
    _compare(source, codes, known)
    missing = first[known["response"].isna()]
    said_empty = known.loc[_is_lost(known) & first["empty_response"].to_numpy(dtype=bool), "response"]
    if source.findings.problems:
        return np.array([]), {}
    warn_of_look_alikes(source, "model_id", known_models())
    models, new_models = register_models(missing["model_id"].unique())
    _make(missing, models)
    Response.objects.filter(pk__in=said_empty.astype(int).tolist()).update(said_empty=True)
    if len(missing):
        known = first[list(KEY)].merge(response_frame(), how="left", on=list(KEY))
    keys = known["response"].to_numpy(dtype=np.int64)
    return keys[codes], {"models": new_models, "responses": len(missing)}


def _codes(frame: pd.DataFrame) -> np.ndarray:
    """The number of each row's (task, model, attempt), from 0."""
    codes = np.zeros(len(frame), dtype=np.int64)
    for name in KEY:
        numbers, words = pd.factorize(frame[name])
        codes = codes * len(words) + numbers
    return np.unique(codes, return_inverse=True)[1]


def _compare(source: ImportSource, codes: np.ndarray, known: pd.DataFrame) -> None:
    frame = source.frame
    is_known = known["response"].notna().to_numpy()[codes]
    lost = _is_lost(known)[codes]
    says_empty = frame["empty_response"].to_numpy(dtype=bool)
    voted = frame["judges_voting"].to_numpy(dtype=np.int64) > 0
    for number in frame.index[lost & ~says_empty & voted]:
        source.findings.problem(number, "judges_voting", NEVER_RECEIVED)
    for column, stored in (("empty_response", "empty"), ("response_status", "status")):
        expected = known[stored].to_numpy(dtype=object)[codes]
        differs = is_known & (frame[column].to_numpy(dtype=object) != expected)
        if stored == "empty":
            differs &= ~lost  # an error without text, which the table may say to have been empty
        for number, word in zip(frame.index[differs], expected[differs], strict=True):
            source.findings.problem(number, column, f"differs from the response here, expected {word}")


def _is_lost(known: pd.DataFrame) -> np.ndarray:
    """Which responses are known and were never received."""
    return ~known["received"].astype("boolean").fillna(True).to_numpy(dtype=bool)


def _make(rows: pd.DataFrame, models: dict[str, int]) -> None:
    """An empty reply is known to be "", whatever its status; the text of the others is not known."""
    empty = rows["empty_response"].to_numpy(dtype=bool)
    tasks = dict(Task.objects.values_list("uid", "id"))
    columns = {
        "task_id": rows["unique_id"].map(tasks),
        "model_id": rows["model_id"].map(models),
        "attempt": rows["attempt_index"],
        "status": rows["response_status"],
        "final_turn": ["" if is_empty else None for is_empty in empty],
        "sha256": [NOTHING if is_empty else "" for is_empty in empty],
        "said_empty": empty & (rows["response_status"] == ResponseStatus.ERROR).to_numpy(dtype=bool),
    }
    insert_rows(Response, columns)
