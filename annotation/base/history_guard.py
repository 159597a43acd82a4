"""Triggers that let the database itself refuse to change or delete rows of history.

`AppendOnly` says so in Python; a raw statement, another program or a slip in a shell does not ask Python.
After every `migrate` the triggers that a table lacks are made: SQLite loses them whenever a migration builds
a table anew. Decision 0023.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation.models import AppendOnly

UNGUARDED = "concord.history_unguarded"
# One function for all tables. A row that passes is returned; for TRUNCATE the answer does not count.
REFUSE = f"""
CREATE OR REPLACE FUNCTION concord_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('{UNGUARDED}', true) = 'yes' THEN
        RETURN COALESCE(NEW, OLD);
    END IF;
    RAISE EXCEPTION '% holds history: its rows are never changed or deleted.', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$
"""
Statements = dict[str, str]  # the name of a trigger to the statement that makes it


def history_models() -> list[type[AppendOnly]]:
    """Every model of which the database refuses to change or delete rows."""
    return [model for model in apps.get_models() if issubclass(model, AppendOnly)]


def sqlite_triggers(table: str) -> Statements:
    """One for each kind of change; the statements are kept in the database letter for letter."""
    return {
        f"{table}_no_{change.lower()}": (
            f'CREATE TRIGGER "{table}_no_{change.lower()}" BEFORE {change} ON "{table}" BEGIN '
            f"SELECT RAISE(ABORT, '{table} holds history: its rows are never changed or deleted.'); END"
        )
        for change in ("UPDATE", "DELETE")
    }


def postgresql_triggers(table: str) -> Statements:
    """One for changed and deleted rows, one for TRUNCATE, which has no rows."""
    return {
        f"{table}_no_{name}": (
            f'CREATE TRIGGER "{table}_no_{name}" BEFORE {changes} ON "{table}" '
            f"FOR EACH {each} EXECUTE FUNCTION concord_refuse_change()"
        )
        for name, changes, each in (
            ("change", "UPDATE OR DELETE", "ROW"),
            ("truncate", "TRUNCATE", "STATEMENT"),
        )
    }


def guard_after_migrate(*, app_config: AppConfig, using: str, **_: Any) -> None:
    """Receiver of `post_migrate`: guard the application's tables of history, as far as they exist yet."""
    connection = connections[using]
    own = [model for model in app_config.get_models() if issubclass(model, AppendOnly)]
    there = set(connection.introspection.table_names()) if own else set()
    with transaction.atomic(using=using):
        guard(connection, [model for model in own if model._meta.db_table in there])


def guard(connection: BaseDatabaseWrapper, guarded: Iterable[type[models.Model]]) -> None:
    """Make the triggers that these tables lack; those that are there and work are left alone."""
    wanted: dict[str, tuple[str, str]] = {}
    for model in guarded:
        table = model._meta.db_table
        wanted |= {name: (table, statement) for name, statement in _triggers(connection, table).items()}
    if not wanted:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(REFUSE)
        working = _working(connection, cursor)
        for name, (table, statement) in wanted.items():
            if working.get(name) not in (statement, table):
                cursor.execute(_drop(connection, name, table))
                cursor.execute(statement)


@contextmanager
def history_unguarded(*unguarded: type[models.Model]) -> Iterator[None]:
    """Let tests empty the tables of history, or all of them without arguments, in one transaction.

    This is the one way past the guard. Raises ImproperlyConfigured where settings.HISTORY_MAY_BE_UNGUARDED is
    not set; only the settings of the tests set it, and no variable of the environment does.
    """
    if not settings.HISTORY_MAY_BE_UNGUARDED:
        raise ImproperlyConfigured("History is never emptied here: only the settings of the tests allow it.")
    connection = connections["default"]
    chosen = [model for model in unguarded or history_models() if issubclass(model, AppendOnly)]
    with transaction.atomic(), connection.cursor() as cursor:
        _lift(connection, cursor, chosen)
        yield
        if connection.vendor == "postgresql":
            cursor.execute("SELECT set_config(%s, 'no', true)", [UNGUARDED])
        else:
            guard(connection, chosen)


def _lift(connection: BaseDatabaseWrapper, cursor: Any, chosen: list[type[AppendOnly]]) -> None:
    """PostgreSQL knows variables of a transaction; SQLite does not, and gives the triggers up meanwhile."""
    if connection.vendor == "postgresql":
        cursor.execute("SELECT set_config(%s, 'yes', true)", [UNGUARDED])
        return
    for model in chosen:
        for name in _triggers(connection, model._meta.db_table):
            cursor.execute(_drop(connection, name, model._meta.db_table))


def _triggers(connection: BaseDatabaseWrapper, table: str) -> Statements:
    return postgresql_triggers(table) if connection.vendor == "postgresql" else sqlite_triggers(table)


def _drop(connection: BaseDatabaseWrapper, name: str, table: str) -> str:
    where = f' ON "{table}"' if connection.vendor == "postgresql" else ""
    return f'DROP TRIGGER IF EXISTS "{name}"{where}'


def _working(connection: BaseDatabaseWrapper, cursor: Any) -> dict[str, str]:
    """The triggers there are: by name the statement on SQLite, and the table where it is on elsewhere."""
    if connection.vendor == "postgresql":
        cursor.execute(
            "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE NOT tgisinternal AND tgenabled = 'O' AND pg_table_is_visible(pg_class.oid)"
        )
    else:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    return dict(cursor.fetchall())
