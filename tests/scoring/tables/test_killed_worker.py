"""A real worker, killed (SIGKILL) at every kind of moment: nothing is lost and nothing is applied twice."""

import contextlib
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import pytest

from config.supervisor import die_with_parent
from tests.config.site import ROOT, environment, wait_until
from tests.made_tables import task_row, write_tasks

MODULE = "tests.scoring.tables.killable"
STANDING = (
    "SELECT (SELECT state FROM annotation_job), (SELECT attempts FROM annotation_job), "
    "(SELECT count(*) FROM annotation_task), "
    "(SELECT count(*) FROM annotation_auditentry WHERE verb = 'import_tasks')"
)


@pytest.fixture
def file(tmp_path) -> Path:
    return write_tasks(tmp_path / "tasks.csv", [task_row("A"), task_row("B")])


def test_on_sqlite(tmp_path, file):
    path = tmp_path / "site.sqlite3"
    places = ("reading", "written")
    _kill_at(places, file, tmp_path, f"sqlite:///{path}", lambda: sqlite3.connect(path, timeout=20))


def test_on_postgresql(tmp_path, file, postgres_url):
    url = f"{postgres_url.rpartition('/')[0]}/killed"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE killed")
    _kill_at(("written",), file, tmp_path, url, lambda: psycopg.connect(url))


def _kill_at(places: Sequence[str], file: Path, folder: Path, url: str, connect) -> None:
    """Kill workers before the commit, at these places, then one between the commit and what follows it."""
    data = folder / "data"
    data.mkdir()
    variables = environment(data, DATABASE_URL=url, DATABASE_POOL="false")
    subprocess.run([sys.executable, "-m", MODULE, "prepare", str(file)], env=variables, cwd=ROOT, check=True)
    for place in places:
        _kill_one(place, variables, data)
        state, _, *written = _standing(connect)
        assert (state, written) == ("running", [0, 0])
        assert _stored(data) == ["tasks.csv"]
    _kill_one("committed", variables, data)
    done = ("done", len(places) + 1, 2, 1)
    assert _standing(connect) == done
    assert _stored(data) == ["tasks.csv"]
    with _working("nowhere", variables):
        wait_until(lambda: not _stored(data), "the stored file to be removed")
    assert _standing(connect) == done


def _kill_one(place: str, variables: dict[str, str], data: Path) -> None:
    with _working(place, variables) as worker:
        wait_until(lambda: (data / place).exists() or worker.poll() is not None, f"the job to be {place}")
        assert worker.poll() is None
        worker.kill()


@contextlib.contextmanager
def _working(place: str, variables: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", MODULE, "work", place]
    worker = subprocess.Popen(command, env=variables, cwd=ROOT, preexec_fn=die_with_parent(signal.SIGKILL))
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()


def _standing(connect) -> tuple:
    with contextlib.closing(connect()) as connection:
        return connection.execute(STANDING).fetchone()


def _stored(data: Path) -> list[str]:
    return sorted(file.name for file in (data / "uploads").rglob("*") if file.is_file())
