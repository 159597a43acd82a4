"""The responses that a table of judgments is about: found, compared, or made with their text unknown."""

import hashlib

import numpy as np
import pandas as pd

from annotation.base.bulk import insert_rows
from annotation.corpus.frames import response_frame
from annotation.corpus.imports.evaluated_models import register_models
from annotation.corpus.imports.import_source import ImportSource
from annotation.models import Response, Task
from annotation.tables.responses import KEY

NOTHING = hashlib.sha256(b"").hexdigest()


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
    if source.findings.problems:
        return np.array([]), {}
    models, new_models = register_models(missing["model_id"].unique())
    _make(missing, models)
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
    for column, stored in (("empty_response", "empty"), ("response_status", "status")):
        expected = known[stored].to_numpy(dtype=object)[codes]
        differs = is_known & (frame[column].to_numpy(dtype=object) != expected)
        for number, word in zip(frame.index[differs], expected[differs], strict=True):
            source.findings.problem(number, column, f"differs from the response here, expected {word}")


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
    }
    insert_rows(Response, columns)
