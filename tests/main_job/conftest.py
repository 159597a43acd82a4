"""The main job, done once for all tests of this folder, through the commands a script would call."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from tests.main_job.gaps import Cell, make_gaps
from tests.main_job.running import run

SEED = 5  # with it the corpus has an empty reply
SIZE = ("--tasks", "24", "--models", "4", "--attempts", "2", "--judges", "5", "--calibration-tasks", "6")
DRAWS = 300


@dataclass(frozen=True)
class Job:
    """files: folder with every table. gaps: cells whose votes were taken away. said: each step's JSON."""

    files: Path
    gaps: dict[str, Cell]
    said: dict[str, dict[str, Any]]

    def imports(self) -> dict[str, tuple[object, ...]]:
        """The words of every import, in order."""
        tables = {
            "public_tasks": ("tasks", "csv", "--split", "public"),
            "private_tasks": ("tasks", "csv", "--split", "private"),
            "responses": ("responses", "jsonl"),
            "labels": ("labels", "csv", "--round", "first"),
            "votes": ("votes", "csv", "--round", "first"),
            "judged": ("judgments", "csv", "--panel", self.files / "selected_judge_panel.json"),
        }
        return {
            name: ("import_table", kind, self.files / f"{name}.{suffix}", *options)
            for name, (kind, suffix, *options) in tables.items()
        }


@contextmanager
def undone_afterwards(django_db_blocker) -> Iterator[None]:
    """What is written inside stays for a whole module: its tests run in transactions within this one."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def job(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Job]:
    """Generate a corpus and do everything with it; all of it is undone after the module."""
    folder = tmp_path_factory.mktemp("main-job")
    call_command("make_corpus", folder, *SIZE, "--seed", str(SEED), verbosity=0)
    gaps = make_gaps(folder / "judgments.csv", folder / "judged.csv")
    done = Job(folder, gaps, {})
    with undone_afterwards(django_db_blocker):
        words = done.imports()
        judged = words.pop("judged")
        for name, import_words in words.items():
            done.said[name] = run(*import_words)
        done.said["agreement"] = run("agreement", "first", "--by", "dimension", "--draws", DRAWS)
        done.said["ranking"] = run("rank_panels", "first", "--draws", DRAWS)
        freeze = ("freeze_panel", done.said["ranking"]["ranking_id"])
        done.said["freeze"] = run(*freeze, "--out", folder / "selected_judge_panel.json")
        done.said["verify"] = run("verify_panel", folder / "selected_judge_panel.json")
        done.said["judged"] = run(*judged)
        done.said["leaderboard"] = run("leaderboard", "--draws", DRAWS)
        yield done
