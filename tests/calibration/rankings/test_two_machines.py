"""A freeze made on SQLite verifies on PostgreSQL, byte for byte and with the same SHA-256."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.made_tables import response_row, task_row, write_rows, write_tasks

N_TASKS, N_CRITERIA = 12, 7
MODELS = ("maker/ü", "maker/a", "other/Z")  # sorted differently by databases with a language of their own
JUDGES = ("a/one", "b/another-one", "c/z", "d/the-longest-name-of-all")  # PostgreSQL's JSON sorts by length
SECONDS = 120


@pytest.fixture
def folder(tmp_path) -> Path:
    """Tables of 12 tasks, three models, three clinicians who differ, and judges that err and miss votes."""
    chance = np.random.RandomState(1)
    uids = [f"t-{n}" for n in range(N_TASKS)]
    tasks = [task_row(uid, criteria=N_CRITERIA) for uid in uids]
    units = [
        {"unique_id": uid, "model_id": model, "attempt_index": 1, "criterion_id": f"{uid}-{n}"}
        for uid in uids
        for model in MODELS
        for n in range(1, N_CRITERIA + 1)
    ]
    truth = chance.random_sample(len(units)) < 0.6
    write_tasks(tmp_path / "tasks.csv", tasks)
    write_rows(tmp_path / "responses.csv", [response_row(uid, model) for uid in uids for model in MODELS])
    write_rows(
        tmp_path / "labels.csv", [_label(unit, met, chance) for unit, met in zip(units, truth, strict=True)]
    )
    votes = [
        unit | {"judge": judge, "met": _said(met, chance), "cost_usd": round(0.001 * (place + 1), 4)}
        for place, judge in enumerate(JUDGES)
        for unit, met in zip(units, truth, strict=True)
    ]
    write_rows(tmp_path / "votes.csv", votes)
    return tmp_path


def test_a_freeze_on_sqlite_verifies_on_postgresql(folder, postgres_url):
    frozen = _on(f"sqlite:///{folder}/one.sqlite3", folder, "freeze")
    verified = _on(postgres_url, folder, "verify")
    own = json.loads((folder / "own.json").read_text())
    assert (frozen["same"], frozen["notes"]) == (True, [])
    assert verified["same"]
    assert verified["sha256_found"] == frozen["sha256"]
    assert verified["sha256"] == json.loads((folder / "panel.json").read_text())["sha256"]
    assert [note.partition(":")[0] for note in verified["notes"]] == [
        "Taken as stated, since not recorded here"
    ] * 2
    assert own["agreement"] == json.loads((folder / "panel.json").read_text())["agreement"]


def _label(unit: dict, met: bool, chance: np.random.RandomState) -> dict[str, object]:
    task = task_row(unit["unique_id"], criteria=N_CRITERIA)
    number = unit["criterion_id"].rpartition("-")[2]
    raters = [met ^ bool(chance.random_sample() < 0.1) for _ in range(3)]
    return unit | {
        "criterion_title": task[f"RUBRIC_{number}"],
        "rubric_dimension": task[f"RUBRIC_{number}_DIM"],
        "weight": task[f"RUBRIC_{number}_WEIGHT"],
        "met": sum(raters) >= 2,
        **{f"rater_{n}_met": said for n, said in enumerate(raters, start=1)},
    }


def _said(met: bool, chance: np.random.RandomState) -> object:
    if chance.random_sample() < 0.02:
        return ""
    return met ^ bool(chance.random_sample() < 0.2)


def _on(url: str, folder: Path, what: str) -> dict:
    done = _run(url, folder, what)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def _run(url: str, folder: Path, what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.calibration.elsewhere", str(folder), what],
        env=os.environ | {"DATABASE_URL": url},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
