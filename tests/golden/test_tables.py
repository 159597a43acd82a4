"""The tables of an earlier day through today's commands."""

import csv
import hashlib
import json

import pytest

from tests.golden.reading import DRAWS, EXPECTED, TABLES, assert_same, expected, frozen_that_day, run
from tests.golden.since import (
    as_then,
    by_the_first_rules,
    expected_now,
    ranking_now,
    report_as_then,
    without_changed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("tasks", "public_tasks.csv", ("--split", "public")),
        ("tasks", "private_tasks.csv", ("--split", "private")),
        ("responses", "responses.jsonl", ("--split", "all")),
        ("labels", "labels.csv", ("--round", "first")),
        ("votes", "votes.csv", ("--round", "first")),
        ("judgments", "judgments.csv", ()),
        ("lh_transcripts", "lh_transcripts.csv", ()),
    ],
)
def test_a_table_goes_out_byte_for_byte_as_it_was(job, tmp_path, kind, name, options):
    run("export_table", kind, tmp_path / name, *options)
    assert (tmp_path / name).read_bytes() == (TABLES / name).read_bytes()


def test_a_table_for_a_spreadsheet_has_the_bytes_it_had(job, tmp_path):
    run("export_table", "tasks", tmp_path / "tasks.csv", "--spreadsheet")
    assert (tmp_path / "tasks.csv").read_bytes() == (EXPECTED / "tasks-spreadsheet.csv").read_bytes()


def test_labels_of_long_conversations_have_the_bytes_they_had(job, tmp_path):
    run("export_table", "lh_labels", tmp_path / "lh_labels.csv")
    assert (tmp_path / "lh_labels.csv").read_bytes() == (EXPECTED / "lh_labels.csv").read_bytes()


@pytest.mark.parametrize("name", ["agreement", "leaderboard"])
def test_a_report_says_what_it_said(job, name):
    assert_same(report_as_then(job.json[name]), expected_now(f"{name}.json"))


def test_a_ranking_says_what_it_said(job):
    found = as_then(job.json["ranking"])
    assert_same(found, ranking_now("ranking.json") | {"ranking_id": found["ranking_id"]})


def test_the_table_of_rankings_says_what_it_said(job, tmp_path):
    run("export_table", "panel_rankings", tmp_path / "rankings.csv")
    found, kept = (_numbers(path) for path in (tmp_path / "rankings.csv", EXPECTED / "panel_rankings.csv"))
    assert_same(without_changed(found), without_changed(kept))


def test_a_freeze_gives_the_manifest_and_the_hash_of_then(job):
    kept = (EXPECTED / "selected_judge_panel.json").read_bytes()
    frozen = (job.folder / "selected_judge_panel.json").read_bytes()
    assert frozen_that_day(by_the_first_rules(frozen, kept), kept) == kept
    assert json.loads(frozen)["sha256"] == job.json["freeze"]["sha256"]


def test_the_manifest_of_then_verifies(job):
    found = run("verify_panel", EXPECTED / "selected_judge_panel.json")
    digest = expected("selected_judge_panel.json")["sha256"]
    assert (found["same"], found["differences"]) == (True, [])
    assert (found["sha256"], found["sha256_found"]) == (digest, digest)


def test_files_are_graded_as_they_were(job, tmp_path):
    tables = ("--tasks", TABLES / "public_tasks.csv", "--responses", TABLES / "responses.jsonl")
    panel = ("--panel", EXPECTED / "selected_judge_panel.json", "--votes", TABLES / "votes.csv")
    run("grade_files", *tables, *panel, "--ignore-other-judges", "--out", tmp_path, *DRAWS)
    verdicts = hashlib.sha256((tmp_path / "criterion_verdicts.csv").read_bytes()).hexdigest()
    assert verdicts == (EXPECTED / "graded" / "criterion_verdicts.sha256").read_text().strip()
    scores = (tmp_path / "cell_scores.csv").read_bytes()
    assert scores == (EXPECTED / "graded" / "cell_scores.csv").read_bytes()
    means = json.loads((tmp_path / "model_means.json").read_text(encoding="utf-8"))
    assert_same(means, expected("graded/model_means.json"))


def _numbers(path) -> list[dict[str, float | str]]:
    """A table as rows, with what reads as a number as one."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: _number(text) for name, text in row.items()} for row in csv.DictReader(file)]


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
