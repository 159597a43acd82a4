"""The long conversations as published: the user's turns and the label. Never what the assistant said."""

import pandas as pd

from annotation.base.bulk import read_frame
from annotation.corpus.export_corpus import texts
from annotation.models import Transcript, TranscriptTurn
from annotation.tables.order import in_canonical_order


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
