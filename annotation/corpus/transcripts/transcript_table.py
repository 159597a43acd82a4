"""Bring in and write out the table of long conversations: the user's turns and the published label, never
what the assistant said. A known conversation and a known label never change.
"""

import pandas as pd

from annotation.base.action import action, one_import_at_a_time
from annotation.base.bulk import insert_rows, read_frame, update_rows
from annotation.corpus.export_corpus import texts
from annotation.corpus.imports.import_source import ImportOutcome, ImportSource, record_import
from annotation.models import Person, Transcript, TranscriptTurn
from annotation.tables.order import in_canonical_order

TURN_CHANGED = (
    "differs from the turn of the known transcript, and a transcript never changes, expected the same text; "
    "give the changed conversation a new transcript_id"
)
NOT_THE_SAME_LENGTH = "the known transcript has {known} turns and the file {given}, expected the same turns"
LABEL_CHANGED = "differs from the label that is published here, expected {label}"


@action
def import_transcripts(*, source: ImportSource, actor: Person | None) -> ImportOutcome:
    """Bring in a table of the user's turns. Raises BadInputError with every problem, having written nothing.

    A label that was missing is filled in. What the assistant said is not in this table and stays as it is.
    """
    one_import_at_a_time()
    known = _known()
    rows = source.frame
    _check_turns(source, known)
    labels = rows.drop_duplicates("transcript_id")
    _check_labels(source, labels, known)
    source.refuse_problems()
    new = labels[~labels["transcript_id"].isin(known)]
    insert_rows(
        Transcript,
        {
            "transcript_id": new["transcript_id"],
            "violation_label": [word or None for word in new["violation_label"]],
        },
    )
    turns = rows[rows["transcript_id"].isin(new["transcript_id"])]
    ids = {name: transcript.pk for name, transcript in _known().items()}
    columns = {"transcript_id": turns["transcript_id"].map(ids)}
    insert_rows(TranscriptTurn, columns | {name: turns[name] for name in ("turn_index", "user_turn")})
    labelled = _fill_in(labels, known)
    outcome = ImportOutcome(
        len(rows),
        len(turns),
        int(rows["transcript_id"].isin(labelled).sum()),
        {"transcripts": len(new), "labels_filled_in": len(labelled)},
    )
    return record_import(source=source, outcome=outcome, actor=actor)


@action
def import_transcript_labels(*, source: ImportSource, actor: Person | None) -> ImportOutcome:
    """Fill in the published labels of known transcripts. Raises BadInputError with every problem."""
    one_import_at_a_time()
    known = _known()
    rows = source.frame
    unknown = rows.index[~rows["transcript_id"].isin(known)]
    source.findings.at(
        unknown, "transcript_id", "no such transcript here, expected one that was imported before"
    )
    _check_labels(source, rows, known)
    source.refuse_problems()
    outcome = ImportOutcome(len(rows), changed=len(_fill_in(rows, known)))
    return record_import(source=source, outcome=outcome, actor=actor)


def _known() -> dict[str, Transcript]:
    return {row.transcript_id: row for row in Transcript.objects.prefetch_related("turns")}


def _check_turns(source: ImportSource, known: dict[str, Transcript]) -> None:
    for name, rows in source.frame.groupby("transcript_id", sort=False):
        if name not in known:
            continue
        texts = {turn.turn_index: turn.user_turn for turn in known[name].turns.all()}
        if len(rows) != len(texts):
            message = NOT_THE_SAME_LENGTH.format(known=len(texts), given=len(rows))
            source.findings.problem(rows.index[0], "transcript_id", message)
            continue
        differs = rows["user_turn"] != rows["turn_index"].map(texts)
        source.findings.at(rows.index[differs], "user_turn", TURN_CHANGED)


def _check_labels(source: ImportSource, rows: pd.DataFrame, known: dict[str, Transcript]) -> None:
    for number, name, label in zip(rows.index, rows["transcript_id"], rows["violation_label"], strict=True):
        present = known[name].violation_label if name in known else None
        if label and present and label != present:
            source.findings.problem(number, "violation_label", LABEL_CHANGED.format(label=present))


def _fill_in(rows: pd.DataFrame, known: dict[str, Transcript]) -> set[str]:
    missing = {
        name: label
        for name, label in zip(rows["transcript_id"], rows["violation_label"], strict=True)
        if label and name in known and not known[name].violation_label
    }
    ids = [known[name].pk for name in missing]
    update_rows(Transcript, ids, {"violation_label": list(missing.values())})
    return set(missing)


def transcripts_table() -> pd.DataFrame:
    """One row a user turn, in canonical order."""
    frame = read_frame(
        TranscriptTurn.objects.order_by(),
        transcript_id="transcript__transcript_id",
        turn_index="turn_index",
        user_turn="user_turn",
        violation_label="transcript__violation_label",
    )
    return in_canonical_order("lh_transcripts", frame.assign(violation_label=texts(frame["violation_label"])))


def transcript_labels_table() -> pd.DataFrame:
    """One row a transcript, in canonical order; the label is blank where there is none."""
    frame = read_frame(
        Transcript.objects.order_by(), transcript_id="transcript_id", violation_label="violation_label"
    )
    return in_canonical_order("lh_labels", frame.assign(violation_label=texts(frame["violation_label"])))
