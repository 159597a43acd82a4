"""Migrations make the tables that the models describe; the tests make theirs from the models.

One of each application stands for those that made its tables before.
"""

import sqlite3
from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

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
    assert {name: _parts(sql) for name, sql in by_migrations.items()} == {
        name: _parts(sql) for name, sql in by_models.items()
    }


def _parts(statement: str) -> list[str]:
    """Columns and constraints in no order: what a migration adds stands last, and means the same there."""
    parts, depth = [""], 0
    for character in statement:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += character
    head, _, first = parts[0].partition("(")
    return sorted(part.strip().rstrip(")") for part in (head, first, *parts[1:]))


INITIAL, SECOND, THIRD = "0001_initial", "0002_cells_with_a_score", "0003_judgments_by_panel"


@pytest.mark.parametrize(
    ("applied", "lacking"),
    [
        ([], None),
        ([INITIAL, SECOND, THIRD], None),
        ([INITIAL, SECOND], THIRD),
        ([INITIAL], f"{SECOND}, {THIRD}"),
    ],
    ids=["empty", "whole", "stopped", "stopped at the first"],
)
def test_a_database_that_stopped_between_replaced_migrations_is_refused(
    db, monkeypatch, settings, applied, lacking
):
    settings.MIGRATION_MODULES = {}  # those that the tests do without
    recorded = {("scoring", name): None for name in applied}
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda recorder: recorded)
    messages = [message.msg for message in run_checks(tags=[Tags.database], databases=["default"])]
    assert len(messages) == (lacking is not None)
    assert all(f"stopped at {applied[-1]}" in text and f"lacks {lacking}," in text for text in messages)
