"""Bad input gets a line with file, row, column and what was expected; exit 1; nothing written."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.apps import apps

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from tests.made_tables import label_row, response_row, slot, task_row, vote_row, write_rows, write_tasks
from tests.main_job.conftest import undone_afterwards
from tests.main_job.running import refusal, run

LINE = re.compile(r"(?P<file>.+?):(?P<row>\d+):(?P<column>[^:]+): (?P<words>.+)")
ROUND = ("--round", "first")
Make = Callable[[Path], Path]


pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(scope="module")
def sound(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[None]:
    """A database with tasks T1 and T2, a response to each, and labels on T1 in the closed round "first"."""
    folder = tmp_path_factory.mktemp("sound")
    with undone_afterwards(django_db_blocker):
        _import_sound_tables(folder)
        yield


@pytest.fixture
def known(sound, tmp_path) -> Path:
    """That database, and a folder of the test's own."""
    return tmp_path


def _import_sound_tables(tmp_path: Path) -> None:
    run("import_table", "tasks", write_tasks(tmp_path / "known.csv", [task_row("T1"), task_row("T2")]))
    responses = write_rows(tmp_path / "answers.csv", [response_row("T1"), response_row("T2")])
    run("import_table", "responses", responses)
    labels = write_rows(
        tmp_path / "known_labels.csv", [label_row("T1", n, "1", "1", "0") for n in range(1, 7)]
    )
    run("import_table", "labels", labels, *ROUND)


def rows_everywhere() -> dict[str, int]:
    return {model._meta.label: model.objects.count() for model in apps.get_models()}


def tasks(**cells: object) -> Make:
    """A sound task before one with these cells, so that the bad row is row 3."""
    return lambda folder: write_tasks(folder / "bad.csv", [task_row("T3"), task_row("T4", **cells)])


def text(content: bytes, name: str = "bad.csv") -> Make:
    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content)
        return path

    return make


def changed(make: Make, change: Callable[[bytes], bytes]) -> Make:
    """A sound file whose bytes were damaged."""

    def damaged(folder: Path) -> Path:
        path = make(folder)
        path.write_bytes(change(path.read_bytes()))
        return path

    return damaged


def parquet_cut_short(folder: Path) -> Path:
    path = folder / "bad.parquet"
    write_table("tasks", read_table("tasks", tasks()(folder)).frame, path)
    path.write_bytes(path.read_bytes()[:-100])
    return path


def table(*rows: dict[str, object]) -> Make:
    return lambda folder: write_rows(folder / "bad.csv", list(rows))


CASES: dict[str, tuple[str, Make, int, str, str]] = {
    # what: (kind, file, row, column, words of what was expected)
    "half-filled slot": ("tasks", tasks(RUBRIC_7="Names a next step."), 3, "RUBRIC_7_ID", "expected"),
    "weight 0": ("tasks", tasks(RUBRIC_2_WEIGHT=0), 3, "RUBRIC_2_WEIGHT", "from 1 to 20"),
    "weight 21": ("tasks", tasks(RUBRIC_2_WEIGHT=21), 3, "RUBRIC_2_WEIGHT", "from 1 to 20"),
    "weight -9": ("tasks", tasks(RUBRIC_2_WEIGHT=-9), 3, "RUBRIC_2_WEIGHT", "from 1 to 20"),
    "weight 3.5": ("tasks", tasks(RUBRIC_2_WEIGHT=3.5), 3, "RUBRIC_2_WEIGHT", "whole number"),
    "unknown dimension": ("tasks", tasks(RUBRIC_2_DIM="Warmth"), 3, "RUBRIC_2_DIM", "Identification"),
    "gap in slots": (
        "tasks",
        tasks(**slot(8, "T4-8", "Names a step.", 3, "Disclaimers")),
        3,
        "RUBRIC_8_ID",
        "expected",
    ),
    "gap in prompts": ("tasks", tasks(TURNS="Multi Turn", PROMPT_3="And then?"), 3, "PROMPT_2", "expected"),
    "no first prompt": ("tasks", tasks(PROMPT_1=""), 3, "PROMPT_1", "expected"),
    "TURNS against prompts": ("tasks", tasks(TURNS="Multi Turn"), 3, "TURNS", "expected"),
    "duplicate id": ("tasks", tasks(UNIQUE_ID="T3"), 3, "UNIQUE_ID", "expected"),
    "duplicate criterion": ("tasks", tasks(RUBRIC_2_ID="T4-1"), 3, "RUBRIC_2_ID", "expected"),
    "duplicate response": (
        "responses",
        table(response_row("T1", "a/b"), response_row("T1", "a/b")),
        3,
        "(row)",
        "expected",
    ),
    "unknown task": ("responses", table(response_row("T9")), 2, "unique_id", "expected"),
    "vote for an unknown criterion": (
        "votes",
        table(vote_row("T1", 1, "a/x", "1"), vote_row("T1", 99, "a/x", "1")),
        3,
        "criterion_id",
        "expected",
    ),
    "vote None": ("votes", table(vote_row("T1", 1, "a/x", "1") | {"met": "None"}), 2, "met", "expected"),
    "label None": (
        "labels",
        table(label_row("T1", 1, "1", "1", "0", rater_2_met="None")),
        2,
        "rater_2_met",
        "expected",
    ),
    "attempt None": (
        "responses",
        table(response_row("T1", attempt_index="None")),
        2,
        "attempt_index",
        "expected",
    ),
    "weight None": ("tasks", tasks(RUBRIC_2_WEIGHT="None"), 3, "RUBRIC_2_WEIGHT", "expected"),
    "UTF-16": (
        "tasks",
        changed(tasks(), lambda data: data.decode().encode("utf-16")),
        1,
        "(file)",
        "expected UTF-8",
    ),
    "NUL": (
        "tasks",
        changed(tasks(), lambda data: data.replace(b"Turn 1 of T4", b"Turn \0 of T4")),
        3,
        "PROMPT_1",
        "expected text without NUL",
    ),
    "0 bytes": ("tasks", text(b""), 1, "(file)", "expected a header row"),
    "0 bytes, Parquet": ("tasks", text(b"", "bad.parquet"), 1, "(file)", "expected"),
    "0 bytes, JSONL": ("responses", text(b"", "bad.jsonl"), 1, "(file)", "expected"),
    "truncated Parquet": ("tasks", parquet_cut_short, 1, "(file)", "expected"),
    "truncated CSV": ("tasks", changed(tasks(), lambda data: data[:-30]), 3, "(row)", "expected"),
    "unknown column": ("responses", table(response_row("T1", mood="calm")), 1, "mood", "expected"),
    "no such file": ("tasks", lambda folder: folder / "missing.csv", 1, "(file)", "expected"),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_refused_with_its_place_and_leaves_nothing_behind(known, case):
    kind, make, row, column, words = CASES[case]
    path = make(known)
    before = rows_everywhere()
    lines = refusal("import_table", kind, path, *(ROUND if kind in ("labels", "votes") else ()))
    assert rows_everywhere() == before
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), lines
    assert {match["file"] for match in found} == {str(path)}
    there = [match for match in found if (int(match["row"]), match["column"]) == (row, column)]
    assert there, lines
    assert words in there[0]["words"], lines
    assert all("expected" in match["words"] for match in found), lines


def test_none_as_a_text_is_a_text(known):
    """In a column of texts it is what somebody wrote, and comes back as it was."""
    path = write_tasks(
        known / "none.csv", [task_row("T5", PROMPT_1="None", RUBRIC_1="null", IDEAL_RESPONSE_FINAL="NA")]
    )
    assert run("import_table", "tasks", path)["created"] == 1
    run("export_table", "tasks", known / "again.csv")
    with (known / "again.csv").open(newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["UNIQUE_ID"] == "T5")
    assert (row["PROMPT_1"], row["RUBRIC_1"], row["IDEAL_RESPONSE_FINAL"]) == ("None", "null", "NA")


def test_everything_wrong_is_told_at_once(known):
    rows = [task_row("T6", AGE="old"), task_row("T7", RUBRIC_1_WEIGHT=0), task_row("T8", UNIQUE_ID="T7")]
    lines = refusal("import_table", "tasks", write_tasks(known / "bad.csv", rows))
    places = [(match["row"], match["column"]) for match in map(LINE.fullmatch, lines)]
    assert places == [("2", "AGE"), ("3", "RUBRIC_1_WEIGHT"), ("4", "UNIQUE_ID")]


def test_one_bad_line_among_good_ones_writes_none_of_them(known):
    lines = [json.dumps(response_row("T1", "new/model")), json.dumps(response_row("T2", "new/model"))[:-5]]
    path = known / "bad.jsonl"
    path.write_text("\n".join(lines) + "\n")
    before = rows_everywhere()
    assert any(line.startswith(f"{path}:2:") for line in refusal("import_table", "responses", path))
    assert rows_everywhere() == before
