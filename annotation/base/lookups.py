"""The one row that a unique lookup finds."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def row_or_none(rows: QuerySet[Row]) -> Row | None:
    """The row of a lookup that cannot find two, or None; `first()` would sort, and every save pay for it."""
    return next(iter(rows.order_by()[:1]), None)
