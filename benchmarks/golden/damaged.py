"""Tables with one thing wrong each, made from sound ones with Python's csv alone."""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Rows = list[dict[str, str]]
OPTIONS = {"labels": "--round bench", "votes": "--round bench", "judgments": "--panel panel-1"}
SOURCES = {"tasks": "public_tasks", "labels": "labels", "votes": "votes", "judgments": "judgments"}


@dataclass(frozen=True)
class Cell:
    """What is written into one cell of the second row."""

    kind: str
    column: str
    value: str


CELLS = (
    Cell("tasks", "AGE", "old"),
    Cell("tasks", "TURNS", "Many"),
    Cell("tasks", "PROMPT_1", ""),
    Cell("tasks", "SUB_CATEGORY", "Weather"),
    Cell("tasks", "RUBRIC_2_WEIGHT", "21"),
    Cell("tasks", "RUBRIC_2_WEIGHT", "3.5"),
    Cell("tasks", "RUBRIC_2_WEIGHT", "-9"),
    Cell("tasks", "RUBRIC_2_DIM", "Warmth"),
    Cell("tasks", "RUBRIC_2", ""),
    Cell("tasks", "RUBRIC_20", "Names a next step."),
    Cell("labels", "rater_2_met", "None"),
    Cell("labels", "met", "perhaps"),
    Cell("labels", "weight", "99"),
    Cell("labels", "criterion_id", "NOBODY-1"),
    Cell("votes", "met", "None"),
    Cell("votes", "judge", ""),
    Cell("votes", "criterion_id", "NOBODY-1"),
    Cell("votes", "no_vote_reason", "tired"),
    Cell("votes", "cost_usd", "-1"),
    Cell("judgments", "votes_met", "7"),
    Cell("judgments", "panel_verdict", "maybe"),
    Cell("judgments", "unique_id", "NOBODY"),
    Cell("judgments", "attempt_index", "0"),
)
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "with a BOM": lambda data: b"\xef\xbb\xbf" + data,
    "with a NUL": lambda data: data.replace(b"Synthetic", b"Syn\0thetic", 1),
    "cut short": lambda data: data[:-30],
    "not UTF-8": lambda data: data.replace(b"Synthetic", b"Synth\xe9tic", 1),
    "header twice": lambda data: data.split(b"\n")[0] + b"\n" + data,
    "unknown column": lambda data: data.replace(b"AGE", b"YEARS", 1),
}
RESPONSES = {
    "unknown task": '{"unique_id": "NOBODY", "model_id": "a/b", "attempt_index": 1, "response": "Yes."}\n',
    "broken line": '{"unique_id": "NOBODY"\n',
    "no text": '{"unique_id": "NOBODY", "model_id": "a/b", "attempt_index": 1}\n',
    "status unknown": '{"unique_id": "NOBODY", "model_id": "a/b", "attempt_index": 1, "response": "Yes.", '
    '"response_status": "fine"}\n',
    "a list": "[]\n",
}


def damaged_imports(files: Path) -> Iterator[str]:
    """Write the damaged tables beside the sound ones of `corpus/`; the command that imports each."""
    (files / "damaged").mkdir()
    for cell in CELLS:
        rows = _rows(files, cell.kind)[:5]
        rows[1][cell.column] = cell.value
        name = f"damaged/{cell.kind} {cell.column} {cell.value}.csv"
        (files / name).write_bytes(_text(rows))
        yield _import(cell.kind, name)
    for what, damage in BYTES.items():
        name = f"damaged/tasks {what}.csv"
        (files / name).write_bytes(damage(_text(_rows(files, "tasks")[:3])))
        yield _import("tasks", name)
    for what, text in RESPONSES.items():
        name = f"damaged/responses {what}.jsonl"
        (files / name).write_text(text, encoding="utf-8")
        yield _import("responses", name)
    yield _import("tasks", "damaged/missing.csv")
    yield _import("tasks", "damaged")
    yield _import("panel_rankings", "corpus/votes.csv")


def renamed_columns(files: Path) -> Iterator[str]:
    """A sound table under other names, and one with a column too many."""
    rows = [
        {("YEARS" if name == "AGE" else name): text for name, text in row.items()} for row in _tasks(files)
    ]
    (files / "damaged/renamed.csv").write_bytes(_text(rows))
    (files / "damaged/more.csv").write_bytes(_text([row | {"MOOD": "calm"} for row in _tasks(files)]))
    yield "import_table tasks damaged/renamed.csv --json"
    yield "import_table tasks damaged/renamed.csv --map YEARS=AGE --json"
    yield "import_table tasks damaged/more.csv --json"
    yield "import_table tasks damaged/more.csv --ignore-unknown --json"
    yield "import_table tasks damaged/more.csv --ignore-unknown --split public --round bench"


def reworded_tasks(files: Path) -> Iterator[str]:
    """The same tasks with other words, weights and prompts, each in a table of its own."""
    changes = {
        "typo": {"RUBRIC_1": lambda text: text.replace("Synthetic", "Synthetick", 1) + "."},
        "meaning": {"RUBRIC_1": lambda text: "Does something else entirely."},
        "weight": {"RUBRIC_1_WEIGHT": lambda text: "20" if text != "20" else "19"},
        "reference": {"IDEAL_RESPONSE_FINAL": lambda text: text + " And more."},
        "prompt": {"PROMPT_1": lambda text: text + " And more."},
    }
    for what, changed in changes.items():
        rows = _tasks(files)[:2]
        for column, change in changed.items():
            rows[0][column] = change(rows[0][column])
        (files / f"damaged/{what}.csv").write_bytes(_text(rows))
        yield f"import_table tasks damaged/{what}.csv --dry-run --json"
        yield f"import_table tasks damaged/{what}.csv --json"


def _import(kind: str, name: str) -> str:
    return f"import_table {kind} '{name}' {OPTIONS.get(kind, '')}".strip() + " --json"


def _tasks(files: Path) -> Rows:
    return _rows(files, "tasks")


def _rows(files: Path, kind: str) -> Rows:
    with (files / "corpus" / f"{SOURCES[kind]}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _text(rows: Rows) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()
