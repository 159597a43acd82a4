"""Tables with a header and no row, coming in and going out: nothing happens, and nothing breaks."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.made_tables import TASK_COLUMNS, judgment_row, label_row, response_row, vote_row

pytestmark = pytest.mark.both_databases

HEADERS = {
    "tasks": TASK_COLUMNS,
    "responses": list(response_row("T1")),
    "labels": list(label_row("T1", 1, "1", "1", "1")),
    "votes": list(vote_row("T1", 1, "a", "1")),
    "judgments": list(judgment_row("T1", 1, "111")),
    "lh_transcripts": ["transcript_id", "turn_index", "user_turn", "violation_label"],
    "lh_labels": ["transcript_id", "violation_label"],
}
OPTIONS = {"labels": ["--round", "first"], "judgments": ["--judges", "a,b,c"]}


def run(*arguments):
    out = StringIO()
    call_command(*map(str, arguments), "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db
@pytest.mark.parametrize("kind", HEADERS)
def test_a_table_without_rows_is_sound_and_does_nothing(kind, tmp_path):
    path = tmp_path / "in.csv"
    path.write_text(",".join(HEADERS[kind]) + "\n", encoding="utf-8")
    result = run("import_table", kind, path, *OPTIONS.get(kind, []))
    assert (result["rows"], result["created"], result["changed"]) == (0, 0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["tasks", "responses", "votes", "lh_transcripts", "lh_labels"])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_an_empty_database_gives_tables_without_rows(kind, suffix, tmp_path):
    path = tmp_path / f"out.{suffix}"
    assert run("export_table", kind, path)["rows"] == 0
    assert path.exists()
