"""Measure every speed that the documents name and print one table.

    python -m benchmarks [--quick] [--only start-up statistics main-job labelling] [--out FILE]

`make bench` runs all of it, which takes about fifteen minutes on two idle cores. Nothing is kept but
.venv-bench, the environment of the libraries that Concord is compared with.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.databases import on_postgres, on_sqlite
from benchmarks.labelling.section import labelling_runs
from benchmarks.machine import machine
from benchmarks.main_job import main_job_rows, make_corpus
from benchmarks.peers.environment import NoPeersError, peer_python
from benchmarks.processes import manage
from benchmarks.report import page
from benchmarks.rows import Row, peer_table, table
from benchmarks.start_up import new_site_rows, start_up_rows
from benchmarks.statistics import statistics_rows
from tests.services import MissingServiceError

Section = Callable[[Path, bool], Iterator[Row | str]]


def start_up(folder: Path, quick: bool) -> Iterator[Row | str]:
    """Commands and the web server before they begin, beside what Python and its libraries cost at least."""
    environment = on_sqlite(folder / "start-up")
    manage(environment, "migrate", "--verbosity", 0)
    yield from start_up_rows(environment, repeats=3 if quick else 9)
    yield from new_site_rows([on_sqlite(folder / f"new-{number}") for number in range(2 if quick else 6)])


def statistics(folder: Path, quick: bool) -> Iterator[Row | str]:
    """Agreement, ranking and means, with peers where they can be installed."""
    peers = None
    try:
        peers = peer_python()
    except NoPeersError as problem:
        yield str(problem)
    yield from statistics_rows(folder, peers, quick)


def main_job(folder: Path, quick: bool) -> Iterator[Row | str]:
    """All commands on a generated corpus, on both databases."""
    corpus = folder / "corpus"
    row, rows = make_corpus(corpus, on_sqlite(folder / "sqlite"), quick)
    yield row
    yield from main_job_rows(corpus, rows, "SQLite", on_sqlite(folder / "sqlite"), quick)
    try:
        with on_postgres(folder / "postgresql") as environment:
            yield from main_job_rows(corpus, rows, "PostgreSQL", environment, quick)
    except MissingServiceError as missing:
        yield f"The commands on PostgreSQL are not measured: {missing}"


def labelling(folder: Path, quick: bool) -> Iterator[Row | str]:
    """Clinicians labelling at once; each run is told in sentences, and one that lost something ends all."""
    for run in labelling_runs(quick):
        yield " ".join(run.sentences)
        if not run.is_sound:
            sys.exit("Answers were lost, doubled, refused or altered; the lines above say which.")
        yield from run.rows


SECTIONS: dict[str, Section] = {
    "start-up": start_up,
    "statistics": statistics,
    "main-job": main_job,
    "labelling": labelling,
}


def main(words: list[str]) -> int:
    """Exit code: 0 when every target that was judged is met, else 1."""
    options = _options(words)
    where = machine()
    say(where)
    if options.quick:
        say("Quick: the work is smaller than what the targets speak of, so most of them are not judged.")
    rows, sentences = _measured(options.only, options.quick)
    say(f"\n{table(rows)}\n\n{peer_table(rows)}")
    if options.out:
        options.out.write_text(page(where, rows, sentences), encoding="utf-8")
    missed = [row.what for row in rows if row.is_met is False]
    if missed:
        say(f"\n{len(missed)} targets are missed: {'; '.join(missed)}.")
    return 1 if missed else 0


def _measured(sections: list[str], quick: bool) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    sentences: list[str] = []
    with tempfile.TemporaryDirectory(prefix="concord-bench-") as name:
        for section in sections:
            for found in SECTIONS[section](Path(name), quick):
                say(found if isinstance(found, str) else f"measured  {found.what}")
                (sentences if isinstance(found, str) else rows).append(found)
    return rows, sentences


def say(sentence: str) -> None:
    """Print at once: the whole takes long."""
    print(sentence, flush=True)


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Concord.")
    parser.add_argument("--quick", action="store_true", help="less work; a few minutes")
    parser.add_argument("--only", nargs="+", choices=tuple(SECTIONS), default=list(SECTIONS))
    parser.add_argument("--out", type=Path, help="also write the page of documentation to this file")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
