"""The load runs that belong to the whole benchmark: on both databases, undisturbed and with kills."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.labelling.load import Plan, Result
from benchmarks.labelling.summary import NAMES, lines, percentile
from benchmarks.load_labelling import SERVERS, measure
from benchmarks.rows import Row
from tests.services import MissingServiceError

SAVE_SECONDS = 0.05
KILLS = 2


@dataclass(frozen=True)
class Run:
    """One run in sentences, and its rows for the table. is_sound: every answer is accounted for."""

    sentences: list[str]
    rows: list[Row]
    is_sound: bool


def labelling_runs(quick: bool) -> Iterator[Run]:
    """PostgreSQL first; a database that this machine lacks is left out with a sentence."""
    size = {"clinicians": 6, "seconds": 10} if quick else {}
    for database in ("postgresql", "sqlite"):
        for plan in (Plan(**size), Plan(**size, pause=1.0, kills=KILLS)):
            try:
                yield _run(plan, database, quick)
            except MissingServiceError as missing:
                yield Run([f"Labelling on {NAMES[database]} is not measured: {missing}"], [], True)
                break


def _run(plan: Plan, database: str, quick: bool) -> Run:
    result = measure(plan, database, SERVERS[database])
    sentences = list(lines(plan, database, SERVERS[database], result))
    rows = [] if plan.kills else list(_rows(plan, database, result, is_judged=not quick))
    return Run(sentences, rows, not result.problems())


def _rows(plan: Plan, database: str, result: Result, is_judged: bool) -> Iterator[Row]:
    what = f"{NAMES[database]}: p95 of a save while {plan.clinicians} clinicians label"
    if result.server_seconds:
        seconds = percentile(result.server_seconds, 0.95)
        yield Row(f"{what}, in the server", seconds, target_seconds=SAVE_SECONDS, is_judged=is_judged)
    yield Row(f"{what}, in the browser", percentile(result.client_seconds, 0.95))
