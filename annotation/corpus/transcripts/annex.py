"""The annex: what the assistant said in long conversations. It is filled in for those that are here already,
and exported for somebody named, never published.
"""

import hashlib
from pathlib import Path

import pandas as pd

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import read_frame, update_rows
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.table_limits import table_limits
from annotation.corpus.export_corpus import texts
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import, source_of
from annotation.models import Person, TranscriptTurn
from annotation.tables.files.reading import read_layout
from annotation.tables.files.writing import write_layout
from annotation.tables.long_horizon import LH_ANNEX

UNKNOWN = "no such turn here, expected one of a transcript that was imported before"
USER_DIFFERS = "differs from the user's turn that is stored, expected the same conversation"
ANSWER_DIFFERS = "differs from what the assistant is known to have said, and a known turn never changes"


def read_annex(path: str | Path) -> ImportSource:
    """Read a file (CSV, Parquet or JSONL). Raises BadInputError with every problem that it has by itself."""
    return source_of("lh_annex", path, read_layout(LH_ANNEX, path, limits=table_limits()))


@action
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


LONGEST_RECIPIENT = 200


@action
def export_annex(*, path: Path, recipient: str, actor: Person | None) -> dict[str, object]:
    """Write the annex (CSV, Parquet or JSONL) and an audit row that names who gets it; return the counts.

    Raises BadInputError without a recipient, for another suffix, and for a file that cannot be written.
    """
    recipient = recipient.strip()
    if not recipient or len(recipient) > LONGEST_RECIPIENT or not recipient.isprintable():
        raise BadInputError(
            f"Name who gets the annex, in 1 to {LONGEST_RECIPIENT} visible signs; it goes into the audit log."
        )
    frame = read_frame(
        TranscriptTurn.objects.order_by("transcript__transcript_id", "turn_index"),
        transcript_id="transcript__transcript_id",
        turn_index="turn_index",
        user_turn="user_turn",
        assistant_turn="assistant_turn",
        violation_label="transcript__violation_label",
    )
    for column in ("assistant_turn", "violation_label"):
        frame[column] = texts(frame[column])
    try:
        write_layout(LH_ANNEX, frame, path)
    except (ValueError, OSError) as problem:
        raise BadInputError(str(problem)) from problem
    counts = {"turns": len(frame), "transcripts": int(frame["transcript_id"].nunique())}
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    detail = {"recipient": recipient, "file": path.name, "sha256": digest, **counts}
    record_audit(actor=actor, verb="export_annex", target="table:lh_annex", detail=detail)
    return {"file": str(path), "recipient": recipient, **counts}
