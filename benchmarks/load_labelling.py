"""Simulated clinicians label at once against a real server of this machine; every answer is accounted for.

    python -m benchmarks.load_labelling [--database sqlite|postgresql] [--server serve|gunicorn] [--kill 2]

Everything is thrown away afterwards. Exit 1 when an answer was lost, doubled, refused or altered.
"""

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.databases import on_postgres, on_sqlite
from benchmarks.labelling.load import Plan, Result, run_load
from benchmarks.labelling.summary import lines
from tests.services import MissingServiceError

SERVERS = {"sqlite": "serve", "postgresql": "gunicorn"}
LONGEST_SECONDS, MOST_CLINICIANS = 600, 60


def main(words: list[str]) -> int:
    options = _options(words)
    plan = Plan(options.clinicians, options.seconds, options.pause, options.kill, options.seed)
    server = options.server or SERVERS[options.database]
    try:
        result = measure(plan, options.database, server)
    except MissingServiceError as missing:
        sys.exit(str(missing))
    for line in lines(plan, options.database, server, result):
        print(line)
    return 1 if result.problems() else 0


def measure(plan: Plan, database: str, server: str) -> Result:
    """Run the load in a temporary folder. Raises MissingServiceError where there is no PostgreSQL."""
    with (
        tempfile.TemporaryDirectory(prefix="concord-load-") as name,
        _prepared(database, name) as environment,
    ):
        return run_load(plan, server, Path(name), environment)


@contextlib.contextmanager
def _prepared(database: str, folder: str) -> Iterator[dict[str, str]]:
    data = Path(folder) / "data"
    if database == "postgresql":
        with on_postgres(data) as environment:
            yield environment
    else:
        yield on_sqlite(data) | {
            "TRUSTED_PROXY_COUNT": "1"
        }  # each clinician comes from an address of their own


def _options(words: list[str]) -> argparse.Namespace:
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_labelling", description=__doc__)
    parser.add_argument("--database", choices=tuple(SERVERS), default="sqlite")
    parser.add_argument(
        "--server", choices=("serve", "gunicorn"), help="default: serve on SQLite, else gunicorn"
    )
    parser.add_argument("--clinicians", type=int, default=usual.clinicians, help="default %(default)s")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="default %(default)s")
    parser.add_argument(
        "--pause", type=float, default=usual.pause, help="seconds between answers, on average"
    )
    parser.add_argument("--kill", type=int, default=0, metavar="TIMES", help="kill -9 the server so often")
    parser.add_argument("--seed", type=int, default=usual.seed)
    options = parser.parse_args(words)
    if not (1 <= options.clinicians <= MOST_CLINICIANS and 0 < options.seconds <= LONGEST_SECONDS):
        parser.error(f"At most {MOST_CLINICIANS} clinicians, for at most {LONGEST_SECONDS} seconds.")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
