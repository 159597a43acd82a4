"""Export the annex: long conversations with what the assistant said. For somebody named, never published."""

import hashlib
from pathlib import Path

from django.db import transaction

from annotation.base.bulk import read_frame
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.corpus.export_responses import texts
from annotation.models import Person, TranscriptTurn
from annotation.tables.files.writing import write_layout
from annotation.tables.long_horizon import LH_ANNEX

LONGEST_RECIPIENT = 200


@transaction.atomic
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
