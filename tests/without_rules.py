"""Rows that the database would refuse today, as a migration finds them before it tightens the rule."""

from types import SimpleNamespace

from django.db import connection
from django.db.models import Model

HERE = SimpleNamespace(connection=connection)  # all that a data migration asks of its schema editor


def without_rules(model: type[Model]) -> None:
    """For the rest of the test, a table without any constraint takes the place of the model's own.

    A temporary table comes before others of its name, in SQLite as in PostgreSQL. It starts with the rows
    there are, has no default for its key, and goes with the test's transaction.
    """
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE {table} AS SELECT * FROM {table}")
