"""import_table and export_table as scripts use them: options, exit codes, JSON, and what is on stderr."""

import json
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import AuditEntry, Response, Round, Task
from calibration.models import FrozenPanel, Judge, JudgeVote
from scoring.models import Cell, Judgment
from tests.made_tables import (
    judgment_rows,
    label_row,
    response_row,
    task_row,
    vote_row,
    write_rows,
    write_tasks,
)

pytestmark = pytest.mark.both_databases


def run(*arguments):
    """(JSON on stdout, stderr) of a command."""
    out, err = StringIO(), StringIO()
    call_command(*map(str, arguments), "--json", stdout=out, stderr=err)
    return json.loads(out.getvalue()), err.getvalue()


@pytest.fixture
def files(db, tmp_path):
    """A folder with a sound file of each kind, about tasks T1 and T2."""
    tasks = [task_row("T1"), task_row("T2")]
    rows = {
        "responses": [response_row("T1"), response_row("T2")],
        "labels": [label_row("T1", n, "1", "1", "0") for n in range(1, 7)],
        "votes": [vote_row("T1", 1, judge, "1") for judge in ("a/x", "b/y", "c/z")],
        "judgments": judgment_rows("T1", *["110"] * 6),
        "lh_transcripts": [
            {"transcript_id": "lh-01", "turn_index": 1, "user_turn": "Hello.", "violation_label": ""}
        ],
        "lh_labels": [{"transcript_id": "lh-01", "violation_label": "violation"}],
    }
    write_tasks(tmp_path / "tasks.csv", tasks)
    for kind, table in rows.items():
        write_rows(tmp_path / f"{kind}.csv", table)
    return tmp_path


OPTIONS = {
    "tasks": ["--split", "public"],
    "responses": [],
    "labels": ["--round", "first"],
    "votes": ["--round", "first"],
    "judgments": ["--judges", "a/x,b/y,c/z"],
    "lh_transcripts": [],
    "lh_labels": [],
}


@pytest.fixture
def imported(files):
    for kind, options in OPTIONS.items():
        run("import_table", kind, files / f"{kind}.csv", *options)
    return files


def test_every_kind_comes_in_and_the_second_time_nothing_does(files):
    for kind, options in OPTIONS.items():
        first, _ = run("import_table", kind, files / f"{kind}.csv", *options)
        second, _ = run("import_table", kind, files / f"{kind}.csv", *options)
        assert first["created"] + first["changed"] == first["rows"] > 0
        assert (second["created"], second["changed"], second["unchanged"]) == (0, 0, first["rows"])
    assert (Task.objects.count(), Response.objects.count(), Round.objects.get().state) == (2, 2, "closed")
    assert (JudgeVote.objects.count(), Judgment.objects.count(), Cell.objects.count()) == (3, 6, 1)


def test_every_kind_goes_out_as_it_came(imported):
    options = {"labels": ["--round", "first"]}
    for kind in OPTIONS:
        out = imported / f"{kind}-again.csv"
        facts, _ = run("export_table", kind, out, *options.get(kind, []))
        expected = (imported / f"{kind}.csv").read_text()
        if kind == "lh_transcripts":
            expected = expected.replace("Hello.,", "Hello.,violation")
        assert out.read_text() == expected
        assert facts["rows"] == len(expected.splitlines()) - 1
    assert AuditEntry.objects.filter(verb__startswith="export_").count() == len(OPTIONS)


def test_a_dry_run_says_the_same_and_writes_nothing(files):
    result, _ = run("import_table", "tasks", files / "tasks.csv", "--dry-run")
    assert (result["created"], result["dry_run"]) == (2, True)
    assert not Task.objects.exists()
    assert not AuditEntry.objects.exists()


def test_problems_are_told_at_once_and_nothing_is_written(files):
    write_tasks(
        files / "bad.csv",
        [task_row("T1", AGE="old"), task_row("T2", UNIQUE_ID="T1"), task_row("T3", RUBRIC_2="")],
    )
    with pytest.raises(CommandError) as refused:
        run("import_table", "tasks", files / "bad.csv")
    lines = str(refused.value).splitlines()
    places = [line.removeprefix(f"{files / 'bad.csv'}:").split(": ")[0] for line in lines]
    assert places == ["2:AGE", "3:UNIQUE_ID", "4:RUBRIC_2"]
    assert refused.value.returncode == 1
    assert not Task.objects.exists()


def test_a_refused_import_leaves_no_panel_and_no_judge_behind(files):
    run("import_table", "tasks", files / "tasks.csv")
    write_rows(files / "bad.csv", judgment_rows("T1", *["110"] * 5))
    with pytest.raises(CommandError, match="expected 6, one for each criterion"):
        run("import_table", "judgments", files / "bad.csv", "--judges", "a,b,c")
    assert not FrozenPanel.objects.exists()
    assert not Judge.objects.exists()


def test_columns_are_renamed_and_unknown_ones_left_out_on_demand(files):
    path = write_rows(
        files / "theirs.csv",
        [{"id": "lh-02", "turn_index": 1, "text": "Hi.", "violation_label": "", "colour": "blue"}],
    )
    renamed = ["--map", "id=transcript_id", "--map", "text=user_turn"]
    with pytest.raises(CommandError, match="1:colour: the column is unknown"):
        run("import_table", "lh_transcripts", path, *renamed)
    result, said = run("import_table", "lh_transcripts", path, *renamed, "--ignore-unknown")
    assert result["created"] == 1
    assert (
        "1:colour: is no column of the lh_transcripts table and was left out, with 1 filled cells of 1"
        in said
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["labels", "labels.csv"], "Labels need --round NAME"),
        (["judgments", "judgments.csv"], "Judgments need either --panel"),
        (["judgments", "judgments.csv", "--panel", "1", "--judges", "a,b"], "Judgments need either --panel"),
    ],
)
def test_options_that_are_missing_or_exclude_each_other_are_wrong_usage(arguments, sentence):
    with pytest.raises(CommandError, match=sentence) as refused:
        call_command("import_table", *arguments)
    assert refused.value.returncode == 2


@pytest.mark.parametrize("arguments", [["poems", "a.csv"], ["tasks"], ["tasks", "a.csv", "--map", "A"]])
def test_wrong_usage_exits_with_2_from_a_shell(arguments, capsys, monkeypatch):
    from django.core.management import execute_from_command_line

    monkeypatch.setattr(sys, "argv", ["manage.py"])
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", "import_table", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err


def test_an_option_about_another_kind_is_named_and_not_used(files):
    _, err = run("import_table", "tasks", files / "tasks.csv", "--round", "first")
    assert "--round says nothing about tasks and is not used." in err


def test_warnings_go_to_stderr_and_are_counted(files):
    path = write_tasks(files / "draft.csv", [task_row("T9", criteria=2)])
    result, err = run("import_table", "tasks", path)
    assert result["warnings"] == err.splitlines()
    assert len(result["warnings"]) == 1
    assert "expected at least 6 in a release" in err


def test_rankings_are_not_imported(files):
    with pytest.raises(CommandError, match="so they are not imported") as refused:
        run("import_table", "panel_rankings", files / "tasks.csv")
    assert refused.value.returncode == 1


def test_judgments_belong_to_a_panel_by_name_number_or_manifest(imported, monkeypatch):
    panel = FrozenPanel.objects.get()
    monkeypatch.chdir(imported)
    for name in (panel.name, str(panel.pk)):  # files so named are not taken for the panel
        (imported / name).write_text("Notes.", encoding="utf-8")
    (imported / "panel.json").write_text(panel.manifest, encoding="utf-8")
    for named in (panel.name, panel.pk, imported / "panel.json"):
        result, _ = run("import_table", "judgments", imported / "judgments.csv", "--panel", named)
        assert (result["created"], result["details"]["panel"]) == (0, panel.name)
    with pytest.raises(CommandError, match="There is no frozen panel 'other'"):
        run("import_table", "judgments", imported / "judgments.csv", "--panel", "other")


def test_new_weights_recompute_the_cells_of_graded_panels(imported):
    path = write_tasks(imported / "heavier.csv", [task_row("T1", RUBRIC_1_WEIGHT=20)])
    result, _ = run("import_table", "tasks", path)
    assert (result["changed"], result["details"]["cells_changed"]) == (1, 1)
    assert Cell.objects.get().weight_voted == 40


def test_private_tasks_are_left_out_with_a_word_about_it(files):
    run("import_table", "tasks", files / "tasks.csv", "--split", "private")
    facts, err = run("export_table", "tasks", files / "out.csv")
    assert (facts["rows"], "2 private tasks are left out" in err) == (0, True)
    facts, err = run("export_table", "tasks", files / "out.csv", "--split", "private")
    assert (facts["rows"], err) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tasks", "missing/folder/out.csv"], "cannot be written"),
        (["tasks", "out.xlsx"], "ends in .csv or .parquet"),
        (["tasks", "out.parquet", "--spreadsheet"], "Only a CSV file can be written for spreadsheets"),
        (["labels", "out.csv", "--round", "none"], "There is no round named 'none'"),
        (["panel_rankings", "out.csv"], "No ranking is finished yet"),
        (["judgments", "out.csv"], "No panel has graded anything yet"),
    ],
)
def test_exports_that_cannot_be_are_refused_in_a_sentence(files, monkeypatch, arguments, sentence):
    monkeypatch.chdir(files)
    with pytest.raises(CommandError, match=sentence) as refused:
        run("export_table", *arguments)
    assert refused.value.returncode == 1
    assert not list(files.glob("out.*"))


def test_labels_of_an_open_round_do_not_leave(imported):
    Round.objects.update(state="open")
    with pytest.raises(CommandError, match="The round first is not closed"):
        run("export_table", "labels", imported / "out.csv", "--round", "first")


def test_a_spreadsheet_gets_a_mark_and_guards(files):
    path = write_tasks(files / "risky.csv", [task_row("=T1")])
    run("import_table", "tasks", path)
    run("export_table", "tasks", files / "out.csv", "--spreadsheet")
    written = (files / "out.csv").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    assert b"\n'=T1," in written


def test_recompute_cells_names_its_panels(imported):
    result, _ = run("recompute_cells")
    name = FrozenPanel.objects.get().name
    assert result == {"panels": [{"panel": name, "cells": 1, "created": 0, "changed": 0, "removed": 0}]}
    assert run("recompute_cells", "--panel", name)[0] == result
