"""Import the annex: what the assistant said in long conversations that are here already."""

from pathlib import Path

import pandas as pd
from django.db import transaction

from annotation.base.bulk import one_import_at_a_time, update_rows
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import, source_of
from annotation.models import Person, TranscriptTurn
from annotation.tables.files.reading import read_layout
from annotation.tables.long_horizon import LH_ANNEX

UNKNOWN = "no such turn here, expected one of a transcript that was imported before"
USER_DIFFERS = "differs from the user's turn that is stored, expected the same conversation"
ANSWER_DIFFERS = "differs from what the assistant is known to have said, and a known turn never changes"


def read_annex(path: str | Path) -> ImportSource:
    """Read a file (CSV, Parquet or JSONL). Raises BadInputError with every problem that it has by itself."""
    return source_of("lh_annex", path, read_layout(LH_ANNEX, path))


@transaction.atomic
def import_annex(*, source: ImportSource, actor: Person | None) -> ImportOutcome:
    """Fill in the assistant's turns. A blank one is unknown and stays so; labels in the file are not read.

    Raises BadInputError with every problem, having written nothing.
    """
    one_import_at_a_time()
    rows = source.frame
    known = {
        (turn.transcript.transcript_id, turn.turn_index): turn
        for turn in TranscriptTurn.objects.select_related("transcript")
    }
    turns = [known.get(key) for key in zip(rows["transcript_id"], rows["turn_index"], strict=True)]
    _check(source, turns)
    source.refuse_problems()
    missing = {
        turn.pk: answer
        for turn, answer in zip(turns, rows["assistant_turn"], strict=True)
        if answer and turn.assistant_turn is None
    }
    update_rows(TranscriptTurn, list(missing), {"assistant_turn": list(missing.values())})
    return record_import(source=source, outcome=ImportOutcome(len(rows), changed=len(missing)), actor=actor)


def _check(source: ImportSource, turns: list[TranscriptTurn | None]) -> None:
    rows: pd.DataFrame = source.frame
    texts = zip(rows.index, turns, rows["user_turn"], rows["assistant_turn"], strict=True)
    for number, turn, user, assistant in texts:
        if turn is None:
            source.findings.problem(number, "turn_index", UNKNOWN)
        elif turn.user_turn != user:
            source.findings.problem(number, "user_turn", USER_DIFFERS)
        elif assistant and turn.assistant_turn is not None and turn.assistant_turn != assistant:
            source.findings.problem(number, "assistant_turn", ANSWER_DIFFERS)
