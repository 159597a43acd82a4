"""Migrations make the tables that the models describe; the tests make theirs from the models."""

import sqlite3
from pathlib import Path

import pytest
from django.db import connection

pytestmark = pytest.mark.both_databases

OURS = ("annotation_", "calibration_", "scoring_")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's own list of tables and indexes")
def test_migrations_make_the_tables_of_the_models(db, prepared_folder: Path):
    statement = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    migrated = sqlite3.connect(prepared_folder / "concord.sqlite3")
    by_migrations = {name: sql for name, sql in migrated.execute(statement) if name.startswith(OURS)}
    migrated.close()
    with connection.cursor() as cursor:
        cursor.execute(statement)
        by_models = {name: sql for name, sql in cursor.fetchall() if name.startswith(OURS)}
    assert len(by_models) > 100
    assert by_migrations == by_models
