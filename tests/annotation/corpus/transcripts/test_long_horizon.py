"""Importing long conversations: whole, once, and with a label that can be filled in but not replaced."""

import pytest

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import read_source
from annotation.corpus.transcripts.transcript_table import import_transcript_labels, import_transcripts
from annotation.models import Transcript, TranscriptTurn
from tests.made_tables import write_rows

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def turn(name, index, text="I cannot sleep.", label=""):
    return {"transcript_id": name, "turn_index": index, "user_turn": text, "violation_label": label}


TURNS = (turn("lh-01", 1), turn("lh-01", 2, "Still here."), turn("lh-02", 1, label="violation"))


@pytest.fixture
def bring(tmp_path):
    def bring(*rows):
        path = write_rows(tmp_path / "lh.csv", list(rows))
        outcome = import_transcripts(source=read_source("lh_transcripts", path), actor=None)
        return outcome.created, outcome.changed

    return bring


@pytest.fixture
def bring_labels(tmp_path):
    def bring(**labels):
        rows = [{"transcript_id": name, "violation_label": label} for name, label in labels.items()]
        path = write_rows(tmp_path / "lh_labels.csv", rows)
        outcome = import_transcript_labels(source=read_source("lh_labels", path), actor=None)
        return outcome.created, outcome.changed

    return bring


def test_conversations_come_in_once(bring):
    assert bring(*TURNS) == (3, 0)
    assert bring(*TURNS) == (0, 0)
    stored = TranscriptTurn.objects.values_list("transcript__transcript_id", "turn_index", "user_turn")
    assert list(stored) == [
        ("lh-01", 1, "I cannot sleep."),
        ("lh-01", 2, "Still here."),
        ("lh-02", 1, "I cannot sleep."),
    ]
    labels = Transcript.objects.values_list("violation_label", flat=True)
    assert list(labels) == [None, "violation"]


def test_a_known_conversation_never_changes(bring):
    bring(*TURNS)
    with pytest.raises(BadInputError, match=r"lh.csv:3:user_turn: .*a transcript never changes"):
        bring(TURNS[0], turn("lh-01", 2, "Other."), turn("lh-03", 1))
    with pytest.raises(BadInputError, match="the known transcript has 2 turns and the file 1"):
        bring(TURNS[0])
    assert Transcript.objects.count() == 2


def test_a_missing_label_is_filled_in_and_a_published_one_stays(bring, bring_labels):
    bring(*TURNS)
    assert bring_labels(**{"lh-01": "no violation", "lh-02": ""}) == (0, 1)
    assert bring_labels(**{"lh-01": "no violation", "lh-02": "violation"}) == (0, 0)
    with pytest.raises(BadInputError, match=r"lh_labels.csv:2:violation_label: .*expected no violation"):
        bring_labels(**{"lh-01": "violation"})
    assert Transcript.objects.get(transcript_id="lh-01").violation_label == "no violation"


def test_a_label_needs_its_transcript(bring_labels):
    with pytest.raises(BadInputError, match="no such transcript here"):
        bring_labels(**{"lh-09": "violation"})
