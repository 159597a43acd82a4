"""Two databases, each made once for the tests of a module and undone after them."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import AutoField, Model

from tests.golden.reading import DRAWS, HERE, TABLES, run

# Models that have another name today than in the dump, such as {"annotation.old": "annotation.new"}.
RENAMED: dict[str, str] = {}
IMPORTS = {
    "public_tasks": ("tasks", TABLES / "public_tasks.csv", "--split", "public"),
    "private_tasks": ("tasks", TABLES / "private_tasks.csv", "--split", "private"),
    "responses": ("responses", TABLES / "responses.jsonl"),
    "labels": ("labels", TABLES / "labels.csv", "--round", "first"),
    "votes": ("votes", TABLES / "votes.csv", "--round", "first"),
    "lh_transcripts": ("lh_transcripts", TABLES / "lh_transcripts.csv"),
}


@dataclass
class Job:
    """folder: where the job wrote files. json: what each step printed."""

    folder: Path
    json: dict[str, dict[str, Any]] = field(default_factory=dict)


@contextmanager
def undone(django_db_blocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def job(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Job]:
    """The kept tables through today's commands."""
    done = Job(tmp_path_factory.mktemp("golden"))
    manifest = done.folder / "selected_judge_panel.json"
    with undone(django_db_blocker):
        for name, words in IMPORTS.items():
            done.json[name] = run("import_table", *words)
        done.json["agreement"] = run("agreement", "first", "--by", "dimension", *DRAWS)
        done.json["ranking"] = run("rank_panels", "first", *DRAWS)
        ranking = done.json["ranking"]["ranking_id"]
        done.json["freeze"] = run("freeze_panel", ranking, "--out", manifest)
        judgments = ("judgments", TABLES / "judgments.csv", "--panel", manifest)
        done.json["judgments"] = run("import_table", *judgments)
        done.json["leaderboard"] = run("leaderboard", "--by", "dimension", *DRAWS)
        yield done


@pytest.fixture(scope="module")
def earlier(django_db_setup, django_db_blocker) -> Iterator[None]:
    """The dump in a database of today."""
    with gzip.open(HERE / "database.json.gz", "rt", encoding="utf-8") as file:
        rows = json.load(file)
    for row in rows:
        row["model"] = RENAMED.get(row["model"], row["model"])
    with undone(django_db_blocker):
        _insert(json.dumps(rows))
        yield


def _insert(dump: str) -> None:
    """As `loaddata` does, which saves row by row and takes eight seconds instead of one."""
    objects: dict[type[Model], list[Model]] = defaultdict(list)
    for row in serializers.deserialize("json", dump, ignorenonexistent=True):
        objects[type(row.object)].append(row.object)
    with connection.cursor() as cursor:
        for model, rows in objects.items():
            fields = model._meta.local_concrete_fields
            names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
            values = [
                [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
                for row in rows
            ]
            table, places = connection.ops.quote_name(model._meta.db_table), ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", values)
        if connection.vendor == "postgresql":
            for model in objects:
                _move_sequence_past(cursor, model)


def _move_sequence_past(cursor: CursorWrapper, model: type[Model]) -> None:
    """Let new rows come after these, and never before: what a sequence has given out outlives the rollback,
    and rows that are kept to be copied back (tests/made_once.py) hold such keys.
    """
    key = model._meta.pk
    if isinstance(key, AutoField):
        table, column = (connection.ops.quote_name(name) for name in (model._meta.db_table, key.column))
        cursor.execute(
            f"SELECT setval(sequence, GREATEST(nextval(sequence), (SELECT max({column}) FROM {table}))) "
            "FROM pg_get_serial_sequence(%s, %s) AS sequence",
            [model._meta.db_table, key.column],
        )
