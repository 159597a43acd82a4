"""Run calls at the same moment, each with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier, BrokenBarrierError
from typing import Any

from django.db import connection

from annotation.base.errors import BadInputError
from annotation.base.refusals import RefusedError

LONGEST_SECONDS = 20
# As long as one waits for the others while it holds its locks: who is kept out by them never comes.
MEETING_SECONDS = 0.04
Call = Callable[[], Any]


def together(calls: Sequence[Call]) -> list[Any]:
    """What each call returned or was refused with, in order. Any other exception is raised.

    On PostgreSQL they wait for each other where it matters: with their first lock held, and with everything
    checked and written but the audit row.
    """
    start = Barrier(len(calls))
    meetings = [Barrier(len(calls)) for _ in WHERE_THEY_MEET]

    def run(call: Call) -> Any:
        try:
            with ExitStack() as stack:
                if connection.vendor == "postgresql":  # SQLite lets one write at a time, from its beginning
                    stack.enter_context(connection.execute_wrapper(_Meeting(meetings)))
                start.wait(LONGEST_SECONDS)
                return call()
        except (BadInputError, RefusedError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def _takes_a_lock(sql: str) -> bool:
    return any(words in sql for words in (" FOR UPDATE", " FOR NO KEY UPDATE", "pg_advisory_xact_lock"))


def _tells_the_audit(sql: str) -> bool:
    return sql.startswith('INSERT INTO "annotation_auditentry"')


WHERE_THEY_MEET = (_takes_a_lock, _tells_the_audit)


class _Meeting:
    """Waits for the other threads, once at each of the places and not for long."""

    def __init__(self, barriers: Sequence[Barrier]) -> None:
        self.ahead = list(zip(WHERE_THEY_MEET, barriers, strict=True))

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        here = [pair for pair in self.ahead if pair[0](sql)]
        for pair in here:
            self.ahead.remove(pair)
            try:
                pair[1].wait(MEETING_SECONDS)
            except BrokenBarrierError:  # somebody waited for long enough, and nobody waits here any more
                continue
        return done
