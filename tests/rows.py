"""The rows of a test's database, as the database has them; permissions and content types left aside."""

from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models

Row = tuple[Any, ...]
FILLED_BY_DJANGO = {"auth", "contenttypes"}  # when a database is made; no test writes there


def models_with_rows() -> list[type[models.Model]]:
    """Return every model whose table is not empty, found with one query."""
    with connection.cursor() as cursor:
        cursor.execute(_which_tables_hold_rows())
        return [_models()[number] for (number,) in cursor.fetchall()]


def columns(model: type[models.Model]) -> list[str]:
    """Return the columns of the model's table that can be written."""
    return [field.column for field in model._meta.local_concrete_fields if not field.generated]


def rows_of(model: type[models.Model]) -> list[Row]:
    """Return every row of the model's table, in the order of its key."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns(model)))
    table, key = quote(model._meta.db_table), quote(model._meta.pk.column)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {table} ORDER BY {key}")
        return cursor.fetchall()


def insert_rows(model: type[models.Model], rows: list[Row]) -> None:
    """Write rows as `rows_of` returned them."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns(model)))
    places = ", ".join(["%s"] * len(columns(model)))
    with connection.cursor() as cursor:
        table = quote(model._meta.db_table)
        cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)


@cache
def _which_tables_hold_rows() -> str:
    quote = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT {number} WHERE EXISTS (SELECT 1 FROM {quote(model._meta.db_table)})"
        for number, model in enumerate(_models())
    )


@cache
def _models() -> list[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return [one for one in every if one._meta.managed and one._meta.app_label not in FILLED_BY_DJANGO]
