"""An action: one transaction, the order in which actions lock, and what the second of two at once is told.

Who locks two things locks them in this order, so that no two actions can wait for each other:

1. `one_import_at_a_time()`: tables that come in whole, and what reads them whole to write (freeze, recompute)
2. `one_account_at_a_time()`: roles, accounts that come, go and come back
3. one row of the catalogue: Task, Judge, CalibrationSet, Transcript, Invitation
4. a Round
5. Person rows
6. Assignment rows; whoever holds one may write the labels of that rater on that item

Several rows of one kind are locked by primary key (`lock_rows`). Rows are locked against other changes, not
against rows that refer to them: a save of a label never waits for somebody who changes their account.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import Model, QuerySet

from annotation.base.errors import BadInputError
from annotation.base.refusals import TakenError

ATTEMPTS = 3
IMPORT_LOCK, ACCOUNT_LOCK = 20260714, 20260715
DEADLOCK, NOT_SERIAL = "40P01", "40001"

Parameters = ParamSpec("Parameters")
Outcome = TypeVar("Outcome")
Row = TypeVar("Row", bound=Model)


def action(act: Callable[Parameters, Outcome]) -> Callable[Parameters, Outcome]:
    """Run the function in one transaction; where somebody else was first at this very moment, run it again.

    Two that pass their checks at the same time meet in the database: a constraint refuses the second. Asked
    again, it sees what the first has written, and its own check says so, in the sentence that whoever comes
    a second later gets. A constraint that refuses it again was no accident and is raised. Two that wait for
    each other, against the order above, are undone by the database: one is tried again, then TakenError.
    """

    @wraps(act)
    def in_one_transaction(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Outcome:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with transaction.atomic():
                    return act(*args, **kwargs)
            except IntegrityError:
                if attempt == ATTEMPTS:
                    raise
            except OperationalError as problem:
                if connection.in_atomic_block or not _was_undone_for_another(problem):
                    raise
                if attempt == ATTEMPTS:
                    raise TakenError from problem
        raise AssertionError("the last attempt returns or raises")

    in_one_transaction.is_action = True  # type: ignore[attr-defined]
    return in_one_transaction


@contextmanager
def refused_by(constraint: str, sentence: str) -> Iterator[None]:
    """Raise BadInputError with the sentence where the named constraint refuses what is written inside.

    For a rule that the second of two is to be told in other words than whoever comes later.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as problem:
        if constraint not in str(problem):
            raise
        raise BadInputError(sentence) from problem


def lock_row(row: Row) -> Row:
    """The row as it is now, locked until the transaction ends."""
    return row._meta.model._default_manager.select_for_update(no_key=True).get(pk=row.pk)


def lock_rows(rows: QuerySet[Row]) -> list[Row]:
    """The rows as they are now, by primary key, locked until the transaction ends."""
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def one_import_at_a_time() -> None:
    """Wait here until no other import is under way; the place is given up when the transaction ends."""
    _wait_for(IMPORT_LOCK)


def one_account_at_a_time() -> None:
    """The same for roles and accounts: who may come in is decided by all of them together."""
    _wait_for(ACCOUNT_LOCK)


def _wait_for(lock: int) -> None:
    """SQLite writes one transaction at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock])


def _was_undone_for_another(problem: OperationalError) -> bool:
    return getattr(problem.__cause__, "sqlstate", None) in (DEADLOCK, NOT_SERIAL)
