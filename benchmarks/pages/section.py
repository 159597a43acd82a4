"""The pages as a section of the whole benchmark: on both databases, the slowest in a table."""

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.databases import on_postgres, on_sqlite
from benchmarks.main_job import main_job_rows, make_corpus
from benchmarks.processes import manage, run
from benchmarks.rows import aligned, duration

SLOWEST = 10
COLD_SECONDS, WARM_SECONDS, QUERIES = 0.3, 0.1, 15
KINDS = ("cold", "warm", "first")
HEADS = ("Page", "Who", "Cold", "CPU", "Queries", "Warm", "CPU", "Queries", "First after a write", "CPU")
IN_PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "only-for-benchmarks-" + "x" * 50,
    "ALLOWED_HOSTS": "127.0.0.1",
}
WHO = ("admin", "viewer", "clinician", "author")
Visit = dict[str, Any]


def page_sentences(
    folder: Path, databases: Sequence[str], quick: bool, built: Path | None = None
) -> Iterator[str]:
    """What was measured on each database, as Markdown. built: a folder of data with a filled SQLite
    database.
    """
    for database in databases:
        with _filled(folder, database, quick, built) as environment:
            yield from page_report(database, visits(environment))


def visits(environment: Mapping[str, str]) -> list[Visit]:
    """Every page that answers, on a database of the whole job."""
    names = run([sys.executable, "-m", "benchmarks.pages.prepare"], environment).json()
    people = [f"{role}={names[role]}" for role in WHO]
    return json.loads(run([sys.executable, "-m", "benchmarks.pages.visit", *people], environment).output)


def page_report(database: str, pages: Sequence[Visit]) -> Iterator[str]:
    """The slowest pages of each kind of visit, and which pages miss a goal."""
    yield f"### Pages on {database}\n"
    yield f"{len(pages)} pages answered. The {SLOWEST} slowest cold, then the {SLOWEST} slowest warm:\n"
    for kind in ("cold", "warm"):
        slowest = sorted(pages, key=lambda page: -page[kind]["seconds"])[:SLOWEST]
        yield aligned([HEADS, *map(_cells, slowest)]) + "\n"
    missed = [page for page in pages if _misses(page)]
    goals = f"{duration(COLD_SECONDS)} cold, {duration(WARM_SECONDS)} warm, {QUERIES} queries"
    yield f"Beyond the goals ({goals}): {len(missed)} pages.\n"
    if missed:
        yield aligned([HEADS, *map(_cells, missed)]) + "\n"


def _misses(page: Visit) -> bool:
    return (
        page["cold"]["seconds"] > COLD_SECONDS
        or page["warm"]["seconds"] > WARM_SECONDS
        or page["cold"]["queries"] > QUERIES
    )


def _cells(page: Visit) -> list[str]:
    cells = [page["address"], page["role"]]
    for kind in KINDS:
        measured = page[kind]
        cells += [duration(measured["seconds"]), duration(measured["cpu_seconds"])]
        cells += [] if kind == "first" else [str(measured["queries"])]
    return cells


@contextlib.contextmanager
def _filled(folder: Path, database: str, quick: bool, built: Path | None) -> Iterator[Mapping[str, str]]:
    """The environment of a database after the whole main job; `built` is taken as it is."""
    corpus = folder / "corpus"
    with contextlib.ExitStack() as stack:
        if database == "SQLite":
            environment = on_sqlite(built or folder / "sqlite") | IN_PRODUCTION
        else:
            environment = stack.enter_context(on_postgres(folder / "postgresql"))
        if built is None or database != "SQLite":
            _, rows = make_corpus(corpus, environment, quick)
            for _ in main_job_rows(corpus, rows, database, environment, quick):
                pass
            manage(environment, "rank_panels", "bench", "--draws", 200, "--json")
        yield environment
