"""Write a table of any kind to a file: the one way for command, page and job."""

import hashlib
from pathlib import Path
from typing import Any

import pandas as pd

from annotation.access import refuse_raters
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.export_corpus import responses_table, tasks_table, without_text
from annotation.corpus.transcripts.transcript_table import transcript_labels_table, transcripts_table
from annotation.models import Person, Split, Task
from annotation.rounds.export_labels import labels_table
from annotation.tables.files.writing import write_table
from calibration.judges.export_votes import votes_table
from calibration.rankings.export_rankings import newest_ranking, rankings_table
from calibration.ratings.closed_round import round_named
from scoring.cells.export_judgments import judgments_table
from scoring.leaderboard.panel_cells import grading_panel
from scoring.tables.options import ExportOptions

WITHOUT_TASKS = ("panel_rankings", "lh_transcripts", "lh_labels")


def export_file(*, kind: str, path: Path, choice: ExportOptions, actor: Person | None) -> dict[str, Any]:
    """Write the table and return counts and remarks, ready for JSON. Raises BadInputError in a sentence.

    The file is there whole or not at all. Every export has its row in the audit log. Raises PermissionDenied
    for a rater of an open round.
    """
    refuse_raters(actor)
    frame, remarks = _table(kind, choice)
    try:
        write_table(kind, frame, path, choice.spreadsheet)
    except ValueError as problem:
        raise BadInputError(str(problem)) from problem
    except OSError as problem:
        raise BadInputError(
            f"{path}: cannot be written ({problem.strerror}). Choose another place."
        ) from problem
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    facts = {"rows": len(frame), "split": choice.split, "sha256": digest}
    record_audit(
        actor=actor, verb=f"export_{kind}", target=f"table:{kind}", detail={"file": path.name, **facts}
    )
    return {"kind": kind, "file": str(path), **facts, "remarks": remarks}


def _table(kind: str, choice: ExportOptions) -> tuple[pd.DataFrame, list[str]]:
    """The frame, and sentences about what is not in it."""
    split = choice.split
    round = round_named(choice.round) if choice.round else None
    remarks = [] if kind in WITHOUT_TASKS else _private_remark(split)
    match kind:
        case "tasks":
            return tasks_table(split), remarks
        case "responses":
            return responses_table(split), remarks + _unknown_texts(without_text(split))
        case "labels":
            if round is None:
                raise BadInputError("Labels are exported by round; name one.")
            return labels_table(round, split), remarks
        case "votes":
            frame, left_out = votes_table(split, round)
            return frame, remarks + _older_votes(left_out)
        case "judgments":
            return judgments_table(grading_panel(choice.panel), split), remarks
        case "panel_rankings":
            return rankings_table(newest_ranking(round)), remarks
        case "lh_transcripts":
            return transcripts_table(), remarks
    return transcript_labels_table(), remarks


def _private_remark(split: str | None) -> list[str]:
    private = Task.objects.filter(split=Split.PRIVATE).count() if split is None else 0
    named = f"{private:,} private tasks are" if private > 1 else "1 private task is"
    return [f"{named} left out; name the private split to export it."] if private else []


def _unknown_texts(count: int) -> list[str]:
    return [f"{count:,} responses are left out, since only their judgments are known."] if count else []


def _older_votes(count: int) -> list[str]:
    if not count:
        return []
    return [f"{count:,} votes with other prompts, on earlier revisions or followed since are left out."]
