"""Where the written files are, and their content as frames."""

from functools import cache
from pathlib import Path

import pandas as pd

from annotation.tables.files.reading import read_table
from annotation.tables.rubric import criteria_of

FOLDER = Path(__file__).parent
CELL = ["unique_id", "model_id", "attempt_index"]


def load_tasks() -> Path:
    """The tasks table, CSV: 25 tasks with prompts, reference responses and rubrics."""
    return FOLDER / "tasks.csv"


def load_responses() -> Path:
    """The responses table, JSON lines: four synthetic models' first attempts at thirteen of the tasks."""
    return FOLDER / "responses.jsonl"


def load_transcripts() -> Path:
    """The long conversations' user turns in the public layout, CSV."""
    return FOLDER / "lh_transcripts.csv"


def load_assistant_turns() -> Path:
    """The long conversations' assistant turns, JSON lines: transcript_id, turn_index, assistant_turn.

    They answer the user turn of the same index and never belong in a public table.
    """
    return FOLDER / "lh_assistant_turns.jsonl"


def truth() -> pd.DataFrame:
    """What is really met, set by hand for each written reply: unique_id, model_id, criterion_id, met."""
    frame = _plain(FOLDER / "truth.csv")
    return frame.assign(met=frame["met"] == "True")


def remarks() -> pd.DataFrame:
    """Labels set by hand, with what the rater wrote: unique_id, model_id, criterion_id, rater (1 to 3),
    value, flagged (bool), note.
    """
    frame = _plain(FOLDER / "remarks.csv")
    return frame.assign(rater=frame["rater"].astype(int), flagged=frame["flagged"] == "True")


@cache
def tasks() -> pd.DataFrame:
    """The tasks table, read. Not to be changed by the caller."""
    return _sound("tasks", load_tasks())


@cache
def responses() -> pd.DataFrame:
    """The responses table, read. Not to be changed by the caller."""
    return _sound("responses", load_responses())


def criteria() -> pd.DataFrame:
    """One row a criterion: unique_id, position, criterion_id, criterion_title, weight, rubric_dimension."""
    return criteria_of(tasks()).reset_index(drop=True)


def _sound(kind: str, path: Path) -> pd.DataFrame:
    result = read_table(kind, path)
    if result.problems:
        raise ValueError(f"The demo's own {path.name} is not sound: {result.problems[0]}")
    return result.frame.reset_index(drop=True)


def _plain(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype="str", keep_default_na=False)
