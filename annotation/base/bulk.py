"""Many rows at once: COPY on PostgreSQL, one executemany elsewhere.

Django's bulk_create makes an object and a placeholder for every value: 38 s on SQLite and 42 s on PostgreSQL
for the 256,125 judgments of a whole grading, where these take a few seconds. Call inside a transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from django.db import connection, models
from django.db.models import Field, JSONField, QuerySet
from django.utils import timezone

from annotation.base.bulk_references import references_checked_at_once
from annotation.models import AppendOnly, AppendOnlyError

if TYPE_CHECKING:
    import pandas as pd

MANY = 1_000  # so many new rows make what PostgreSQL knows of a table untrue
Values: TypeAlias = "Sequence[Any] | np.ndarray | pd.Series"

# Kinds whose Python values the database drivers take as they are.
PLAIN = frozenset(
    {
        "BigAutoField",
        "BigIntegerField",
        "BooleanField",
        "CharField",
        "FloatField",
        "IntegerField",
        "PositiveBigIntegerField",
        "PositiveIntegerField",
        "PositiveSmallIntegerField",
        "SmallIntegerField",
        "TextField",
    }
)


def insert_rows(model: type[models.Model], columns: Mapping[str, Values], **constants: Any) -> int:
    """Insert one row for each position of `columns` and return how many.

    columns: field name (`panel_id` for a foreign key) to values of equal length; pandas' missing values
    become NULL.
    constants: field name to one value for all rows. Other fields get their default; fields that note the
    time, now.
    """
    count = len(next(iter(columns.values())))
    if not count:
        return 0
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    values = [_column(field, columns, constants, count) for field in fields]
    names = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        rows = zip(*values, strict=True)
        if connection.vendor == "postgresql":
            with references_checked_at_once(cursor, dict(zip(fields, values, strict=True)), count):
                _copy(cursor, f"COPY {table} ({names}) FROM STDIN", rows)
            if count >= MANY:
                # What is read next, in this very transaction, is planned by it: a table taken for an empty
                # one is gone through anew for each row of another.
                cursor.execute(f"ANALYZE {table}")
        else:
            places = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)
    return count


def update_rows(model: type[models.Model], ids: Values, columns: Mapping[str, Values]) -> int:
    """Set the fields of `columns` in the rows with these primary keys and return how many rows were named.

    Raises AppendOnlyError for a table of history.
    """
    if issubclass(model, AppendOnly):
        raise AppendOnlyError(f"{model.__name__} rows are history: append a new row instead of changing one.")
    if not len(ids):
        return 0
    fields = [_field(model, name) for name in columns]
    values = [_prepared(field, plain_values(columns[_name(field, columns)])) for field in fields]
    settings = ", ".join(f"{connection.ops.quote_name(field.column)} = %s" for field in fields)
    table = connection.ops.quote_name(model._meta.db_table)
    key = connection.ops.quote_name(model._meta.pk.column)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {settings} WHERE {key} = %s", zip(*values, plain_values(ids), strict=True)
        )
    return len(ids)


def read_frame(rows: QuerySet, **fields: str) -> pd.DataFrame:
    """The rows as a frame: keyword = column name, value = field path. NULL stays None in columns of texts."""
    import pandas as pd  # here, because most pages and commands write rows without a frame

    return pd.DataFrame.from_records(
        list(rows.values_list(*fields.values()).iterator(chunk_size=20_000)), columns=list(fields)
    )


def driver_rows(rows: QuerySet) -> list[tuple[Any, ...]]:
    """The rows of a `values_list` as the database's driver gives them, without Django's conversion of each
    value.

    For whole numbers and texts, where that conversion does nothing but take most of the time.
    """
    sql, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def plain_values(values: Values) -> list[Any]:
    """A list of Python values for the database: pandas' and NumPy's numbers unpacked, missing as None."""
    if isinstance(values, np.ndarray):
        return values.tolist()
    if isinstance(values, list | tuple | range):
        return list(values)
    import pandas as pd

    if isinstance(values, pd.Series | pd.api.extensions.ExtensionArray):
        return values.astype(object).where(pd.notna(values), None).tolist()
    return list(values)


def _copy(cursor: Any, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
    with connection.wrap_database_errors, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _column(
    field: Field, columns: Mapping[str, Values], constants: Mapping[str, Any], count: int
) -> list[Any]:
    name = _name(field, columns)
    if name in columns:
        return _prepared(field, plain_values(columns[name]))
    name = _name(field, constants)
    value = constants[name] if name in constants else _default(field)
    return _prepared(field, [value]) * count


def _name(field: Field, named: Mapping[str, Any]) -> str:
    return field.attname if field.attname in named else field.name


def _default(field: Field) -> Any:
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return timezone.now()
    return field.get_default()


def _field(model: type[models.Model], name: str) -> Field:
    return next(field for field in model._meta.concrete_fields if name in (field.name, field.attname))


def _prepared(field: Field, values: list[Any]) -> list[Any]:
    if field.is_relation or field.get_internal_type() in PLAIN:
        return values
    if isinstance(
        field, JSONField
    ):  # as text, which every database takes; Django's wrapping is 5 times slower
        return [None if value is None else json.dumps(value) for value in values]
    return [field.get_db_prep_save(value, connection) for value in values]
