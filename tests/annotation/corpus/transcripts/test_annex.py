"""The annex: what the assistant said comes in once, goes out to somebody named, and is never published."""

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.corpus.transcripts.transcript_table import transcripts_table
from annotation.models import AuditEntry, TranscriptTurn
from annotation.tables.kinds import LAYOUTS
from tests.annotation.long_scene import make_transcript
from tests.made_tables import NASTY, write_rows

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def turn(n, said, name="lh-01", **cells):
    row = {
        "transcript_id": name,
        "turn_index": n,
        "user_turn": f"What the user wrote in turn {n} of {name}.",
        "assistant_turn": said,
        "violation_label": "",
    }
    return row | cells


@pytest.fixture
def bring(tmp_path):
    def bring(*rows):
        path = write_rows(tmp_path / "annex.csv", list(rows))
        return json.loads(call_command("import_annex", str(path), json=True))

    return bring


def known():
    return list(TranscriptTurn.objects.order_by("turn_index").values_list("assistant_turn", flat=True))


def test_missing_turns_are_filled_in_once_and_blank_ones_stay_unknown(bring):
    make_transcript("lh-01", turns=2, knows_assistant=False)
    assert bring(turn(1, "None"), turn(2, ""))["changed"] == 1
    assert known() == ["None", None]
    assert bring(turn(1, "None"), turn(2, ""))["changed"] == 0
    assert AuditEntry.objects.filter(verb="import_lh_annex").count() == 1


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (turn(1, "Other."), "annex.csv:2:assistant_turn: differs from what the assistant is known"),
        (turn(1, "x", user_turn="Other."), "annex.csv:2:user_turn: differs from the user's turn"),
        (turn(1, "x", name="lh-09"), "annex.csv:2:turn_index: no such turn here"),
    ],
)
def test_what_does_not_fit_changes_nothing(bring, row, problem):
    make_transcript("lh-01", turns=1)
    with pytest.raises(CommandError, match=problem):
        bring(row)
    assert known() == ["What the assistant wrote in turn 1."]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_it_goes_out_as_it_came_in_and_the_log_names_who_got_it(tmp_path, suffix):
    transcript = make_transcript("lh-01", turns=len(NASTY))
    for row, said in zip(transcript.turns.order_by("turn_index"), NASTY, strict=True):
        row.assistant_turn = said
        row.save()
    path = tmp_path / f"annex.{suffix}"
    told = json.loads(call_command("export_annex", str(path), recipient="The review board", json=True))
    assert (told["turns"], told["transcripts"]) == (len(NASTY), 1)
    detail = AuditEntry.objects.get(verb="export_annex").detail
    assert (detail["recipient"], detail["file"]) == ("The review board", path.name)
    TranscriptTurn.objects.update(assistant_turn=None)
    call_command("import_annex", str(path))
    assert known() == list(NASTY)


@pytest.mark.parametrize(
    ("name", "recipient"), [("a.csv", " "), ("a.csv", "x" * 201), ("a.xlsx", "B"), ("no/a.csv", "B")]
)
def test_without_a_recipient_or_a_place_nothing_is_written(tmp_path, name, recipient):
    make_transcript("lh-01")
    with pytest.raises(CommandError):
        call_command("export_annex", str(tmp_path / name), recipient=recipient)
    assert not AuditEntry.objects.exists()
    assert list(tmp_path.iterdir()) == []


def test_no_published_table_holds_what_the_assistant_said():
    make_transcript("lh-01")
    assert "assistant_turn" not in transcripts_table().columns
    assert "lh_annex" not in LAYOUTS
