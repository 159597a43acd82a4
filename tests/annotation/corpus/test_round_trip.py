"""What came in goes out: the same bytes as CSV, an equal frame as Parquet, and importing it again does
nothing.
"""

import json
from itertools import cycle

import pandas as pd
import pytest

from annotation.corpus.export_corpus import responses_table, tasks_table
from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.corpus.transcripts.transcript_table import (
    import_transcript_labels,
    import_transcripts,
    transcript_labels_table,
    transcripts_table,
)
from annotation.models import Round, Split, Task
from annotation.rounds.export_labels import labels_table
from annotation.rounds.import_labels import import_labels
from annotation.tables.cells import CONTROL_CHARACTER
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from tests.made_tables import NASTY, label_row, response_row, task_row, write_rows, write_tasks

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

IMPORTS = {
    "tasks": import_tasks,
    "responses": import_responses,
    "labels": lambda **options: import_labels(round_name="first", **options),
    "lh_transcripts": import_transcripts,
    "lh_labels": import_transcript_labels,
}
EXPORTS = {
    "tasks": lambda: tasks_table("all"),
    "responses": lambda: responses_table("all"),
    "labels": lambda: labels_table(Round.objects.get(), "all"),
    "lh_transcripts": transcripts_table,
    "lh_labels": transcript_labels_table,
}


def bring(kind, path):
    return IMPORTS[kind](source=read_source(kind, path), actor=None)


def assert_comes_back(kind, path):
    """Import the CSV, export it both ways, and import both again."""
    assert bring(kind, path).created > 0
    again = path.with_name(f"again-{path.name}")
    write_table(kind, EXPORTS[kind](), again)
    assert again.read_bytes() == path.read_bytes()
    parquet = again.with_suffix(".parquet")
    write_table(kind, EXPORTS[kind](), parquet)
    frames = [read_table(kind, file).frame.reset_index(drop=True) for file in (parquet, path)]
    pd.testing.assert_frame_equal(*frames)
    for written in (again, parquet):
        outcome = bring(kind, written)
        assert (outcome.created, outcome.changed) == (0, 0)


def nasty_tasks():
    """A task for each nasty text, with that text in every free cell, ids too where they stand on one line."""
    names = {text for text in NASTY if text.strip() == text and not CONTROL_CHARACTER.search(text)}
    uids = sorted(names | {"plain", "Ä"})
    rows = []
    for uid, text in zip(uids, cycle(NASTY), strict=False):
        row = task_row(uid, prompts=2, PROMPT_2=text, IDEAL_RESPONSE_FINAL=text)
        rows.append(row | {"RUBRIC_1": text, "RUBRIC_6": f"{text}{text}"})
    return rows


def test_tasks(tmp_path):
    assert_comes_back("tasks", write_tasks(tmp_path / "tasks.csv", nasty_tasks()))


def test_responses_as_final_turns_and_as_whole_conversations(tmp_path):
    bring("tasks", write_tasks(tmp_path / "tasks.csv", [task_row("007", prompts=2)]))
    turns = [json.dumps([text, text], ensure_ascii=False) for text in NASTY]
    known = [
        response_row("007", "m/whole", n, assistant_turns=cell, response="", finish_reason="None")
        for n, cell in enumerate(turns, start=1)
    ]
    alone = [
        response_row("007", "m/z-final", n, assistant_turns="", response=text, finish_reason="")
        for n, text in enumerate(NASTY, start=1)
    ]
    blank = response_row("007", "m/z-final", 99, assistant_turns="", response=" \n", finish_reason="")
    rows = [
        {
            name: row[name]
            for name in (
                "unique_id",
                "model_id",
                "attempt_index",
                "assistant_turns",
                "response",
                "response_status",
                "finish_reason",
            )
        }
        | {"prompt_tokens": 0, "cost_usd": "0.0125", "collected_at": "2026-07-14T09:30:00+02:00"}
        for row in [*known, *alone, blank | {"response_status": "empty"}]
    ]
    assert_comes_back("responses", write_rows(tmp_path / "responses.csv", rows))


def test_responses_as_json_lines(tmp_path):
    bring("tasks", write_tasks(tmp_path / "tasks.csv", [task_row("T1")]))
    path = tmp_path / "responses.jsonl"
    lines = [response_row("T1", "m/a", n, response=text) for n, text in enumerate(NASTY, start=1)]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    assert_comes_back("responses", path)


def test_labels(tmp_path):
    tasks = nasty_tasks()
    bring("tasks", write_tasks(tmp_path / "tasks.csv", tasks))
    rows, answers = [], cycle(["1", "0", ""])
    models = sorted(text for text in NASTY if "\n" not in text and text == text.strip())
    bring(
        "responses",
        write_rows(
            tmp_path / "responses.csv",
            [response_row(task["UNIQUE_ID"], model) for task in tasks for model in models[:2]],
        ),
    )
    for task in tasks:
        for model in models[:2]:
            for n in range(1, 7):
                ratings = next(answers), next(answers), next(answers) if n % 2 else "1"
                row = label_row(task["UNIQUE_ID"], n, *ratings, model=model)
                rows.append(row | {"criterion_title": task[f"RUBRIC_{n}"]})
    assert_comes_back("labels", write_rows(tmp_path / "labels.csv", rows))


def test_long_conversations(tmp_path):
    rows = [
        {"transcript_id": f"lh-{n:02}", "turn_index": turn, "user_turn": text, "violation_label": label}
        for n, label in ((1, "violation"), (2, ""), (3, "None"))
        for turn, text in enumerate(NASTY, start=1)
    ]
    assert_comes_back("lh_transcripts", write_rows(tmp_path / "lh.csv", rows))
    labels = [
        {"transcript_id": f"lh-{n:02}", "violation_label": word} for n, word in ((1, "violation"), (2, ""))
    ]
    path = write_rows(
        tmp_path / "labels.csv", [*labels, {"transcript_id": "lh-03", "violation_label": "None"}]
    )
    write_table("lh_labels", EXPORTS["lh_labels"](), tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


def test_the_private_holdout_leaves_only_by_name(tmp_path):
    bring("tasks", write_tasks(tmp_path / "tasks.csv", [task_row(uid) for uid in ("T1", "T2", "T3")]))
    bring("responses", write_rows(tmp_path / "r.csv", [response_row(uid) for uid in ("T1", "T2", "T3")]))
    rows = [label_row(uid, 1, "1", "1", "1") for uid in ("T1", "T2", "T3")]
    bring("labels", write_rows(tmp_path / "l.csv", rows))
    Task.objects.filter(uid="T2").update(split=Split.PRIVATE)
    Task.objects.filter(uid="T3").update(split=Split.PUBLIC)
    made = Round.objects.get()
    for table in (responses_table, lambda split=None: labels_table(made, split)):
        assert table()["unique_id"].unique().tolist() == ["T1", "T3"]
        assert table("private")["unique_id"].unique().tolist() == ["T2"]
        assert table("all")["unique_id"].unique().tolist() == ["T1", "T2", "T3"]
    assert tasks_table()["UNIQUE_ID"].tolist() == ["T1", "T3"]
    assert tasks_table("private")["UNIQUE_ID"].tolist() == ["T2"]
