"""Foreign keys of many rows, checked in one statement a key instead of one a row.

PostgreSQL looks up every reference of every row by itself: for a whole grading 768,375 look-ups, half of the
time of the import. Where the database user may set `session_replication_role` (a superuser, or after
`GRANT SET ON PARAMETER session_replication_role TO concord`), the referenced rows are found and locked at
once and the look-ups left out. The lock is the one that PostgreSQL's own check takes, so nobody can delete
them meanwhile. Unique and check constraints hold as ever. Anyone else gets the same by the slower way.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, connection
from django.db.models import Field

WORTH_IT = 20_000
MAY_SET = "SELECT has_parameter_privilege('session_replication_role', 'SET')"
FIRST_VERSION_WITH_PRIVILEGE = 150_000


@contextmanager
def references_checked_at_once(cursor: Any, columns: Mapping[Field, list[Any]], count: int) -> Iterator[None]:
    """Insert `count` rows inside, in a transaction; `columns` maps fields to their values.

    Raises IntegrityError, before anything is inserted, when a row refers to one that does not exist.
    """
    if count < WORTH_IT or not _may_set(cursor):
        yield
        return
    for field, values in columns.items():
        if field.is_relation:
            _hold(cursor, field, {value for value in values if value is not None})
    cursor.execute("SET LOCAL session_replication_role = replica")
    yield
    cursor.execute("SET LOCAL session_replication_role TO DEFAULT")


def _may_set(cursor: Any) -> bool:
    if connection.pg_version < FIRST_VERSION_WITH_PRIVILEGE:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
    else:
        cursor.execute(MAY_SET)
    return bool(cursor.fetchone()[0])


def _hold(cursor: Any, field: Field, keys: set[Any]) -> None:
    target = field.target_field
    table, key = (connection.ops.quote_name(name) for name in (target.model._meta.db_table, target.column))
    cursor.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {key} = ANY(%s) FOR KEY SHARE) AS held",
        [list(keys)],
    )
    n_held = cursor.fetchone()[0]
    if n_held != len(keys):
        raise IntegrityError(
            f"{len(keys) - n_held} rows of {target.model.__name__} that {field.name} refers to do not exist."
        )
