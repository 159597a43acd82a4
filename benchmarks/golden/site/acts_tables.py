"""An admin brings tables in and takes them out on the page."""

import csv
import io
from pathlib import Path

from django.core.files.uploadedfile import SimpleUploadedFile

from benchmarks.golden.site.stage import Stage
from benchmarks.golden.tables import KINDS

WHO = "admin"
TASKS = Path("tasks.csv")  # exported before the first act


def table_acts(stage: Stage) -> None:
    tasks = TASKS.read_bytes()
    _import(stage, "tasks", tasks, check="")
    _import(stage, "tasks", tasks)
    _import(stage, "tasks", tasks.replace(b"O18", b"old", 3))
    _import(stage, "tasks", tasks.replace(b"AGE", b"YEARS", 1))
    _import(stage, "tasks", tasks.replace(b"AGE", b"YEARS", 1), ignore_unknown="on")
    _import(stage, "tasks", b"")
    _import(stage, "labels", b"a,b\n1,2\n")
    _import(stage, "judgments", b"a,b\n1,2\n", judges="a, b")
    reworded = _reworded(tasks)
    _import(stage, "tasks", reworded, check="")
    _import(stage, "tasks", reworded)
    stage.get(WHO, "/tasks/DEMO-001/")
    stage.get(WHO, "/rounds/round-1/rubrics/")
    for kind in KINDS:
        for suffix in (".csv", ".parquet", ".jsonl"):
            chosen = {"kind": kind, "suffix": suffix, "round": "demo-calibration" if kind == "labels" else ""}
            stage.get(WHO, "/tables/export/", chosen)
    stage.get(WHO, "/tables/export/", {"kind": "tasks", "suffix": ".csv", "split": "private"})
    stage.get(WHO, "/tables/export/", {"kind": "tasks", "suffix": ".csv", "spreadsheet": "on"})
    stage.get(WHO, "/tables/export/", {"kind": "labels", "suffix": ".csv"})
    stage.get("author", "/tables/export/", {"kind": "tasks", "suffix": ".csv"})


def _reworded(tasks: bytes) -> bytes:
    """The first criteria of three tasks: another sign, other words, another weight."""
    rows = list(csv.DictReader(io.StringIO(tasks.decode(), newline="")))
    rows[0]["RUBRIC_1"] += "!"
    rows[1]["RUBRIC_1"] = "Does something else."
    rows[2]["RUBRIC_1_WEIGHT"] = "20" if rows[2]["RUBRIC_1_WEIGHT"] != "20" else "19"
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _import(stage: Stage, kind: str, content: bytes, **fields: str) -> None:
    """`check` among the fields only checks the file."""
    sent = {"kind": kind, "file": SimpleUploadedFile(f"{kind}.csv", content), **fields}
    stage.post(WHO, "/tables/", sent)
