"""The long conversations: turns from 1 without gaps, one label a conversation."""

from annotation.tables.files.reading import read_table
from tests.annotation.tables.builders import read_rows, said


def turn(number: str, label: str = "violation", transcript: str = "lh-01") -> dict[str, str]:
    cells = {"transcript_id": transcript, "turn_index": number, "user_turn": f"Turn {number}"}
    return cells | {"violation_label": label}


def test_sound_turns_in_any_order(tmp_path):
    rows = [turn("2"), turn("1"), turn("1", "", "lh-02"), turn("3")]
    assert said(read_rows("lh_transcripts", tmp_path, rows)) == []


def test_a_gap_a_repeat_and_a_second_label(tmp_path):
    rows = [turn("1"), turn("3"), turn("1", "x", "lh-02"), turn("2", "y", "lh-02"), turn("2", "x", "lh-02")]
    assert said(read_rows("lh_transcripts", tmp_path, rows)) == [
        "table.csv:3:turn_index: earlier turns of the transcript are missing, "
        "expected turns from 1 without gaps",
        "table.csv:5:violation_label: differs from an earlier row of the same transcript_id, "
        "expected one value throughout",
        "table.csv:6:(row): the same transcript_id + turn_index as in row 5, expected each to appear once",
    ]


def test_a_table_of_no_turns(tmp_path):
    (tmp_path / "table.csv").write_text(",".join(turn("1")) + "\n")
    assert said(read_table("lh_transcripts", tmp_path / "table.csv")) == []


def test_one_label_a_conversation(tmp_path):
    rows = [{"transcript_id": "lh-01", "violation_label": label} for label in ("violation", "no violation")]
    assert said(read_rows("lh_labels", tmp_path, rows)) == [
        "table.csv:3:transcript_id: the same transcript_id as in row 2, expected each to appear once"
    ]


def test_a_repeat_whose_key_could_not_be_read_still_names_its_first_row(tmp_path):
    lines = said(read_rows("lh_transcripts", tmp_path, [turn("0"), turn("0")]))
    assert (
        "table.csv:3:(row): the same transcript_id + turn_index as in row 2, expected each to appear once"
        in lines
    )
