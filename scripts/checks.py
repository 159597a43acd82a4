"""What `make test` checks: style, types, layers, migrations, templates; then the tests on both databases."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.supervisor import die_with_parent  # noqa: E402
from tests.services import MissingServiceError  # noqa: E402
from tests.services.postgres import running_postgres  # noqa: E402

SCRIPTS = Path(sys.executable).parent
CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "import-linter": ["lint-imports"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    "djlint": ["djlint", "templates", "--lint", "--quiet"],
    "djlint format": ["djlint", "templates", "--check"],
}


CORES = min(os.cpu_count() or 1, 4)
# Far above what a suite takes: for what hangs outside of a test (pyproject.toml limits each test).
SUITE_SECONDS = 30 * 60
# A file's tests stay in one process, so that what they share is made once.
# tests/selection.py puts the files in order.
BY_FILE = ["--dist", "loadfile", "--no-loadscope-reorder"]


def main(arguments: list[str]) -> int:
    """Run everything and return 0 when all of it passed. `arguments` are handed to pytest."""
    failed = [name for name, passed in static_checks() if not passed]
    failed += [f"tests on {name}" for name, passed in suites(arguments) if not passed]
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def static_checks() -> list[tuple[str, bool]]:
    """Run the checks two at a time and say of each whether it passed, with its output if not."""
    with ThreadPoolExecutor(2) as pool:
        return [(name, passed) for name, passed in pool.map(static_check, CHECKS)]


def static_check(name: str) -> tuple[str, bool]:
    """Run one check; the line it prints is whole, so that two checks do not mix."""
    program, *words = CHECKS[name]
    started = time.monotonic()
    done = subprocess.run([SCRIPTS / program, *words], cwd=ROOT, capture_output=True, text=True)
    passed = done.returncode == 0
    line = f"{'passed' if passed else 'FAILED'}  {name} ({time.monotonic() - started:.1f} s)"
    print(line if passed else f"{line}\n{done.stdout}{done.stderr}", flush=True)
    return name, passed


def suites(arguments: list[str]) -> list[tuple[str, bool]]:
    """Run all tests on SQLite, and beside them on PostgreSQL those about databases, which CI must have.

    One process more than there are cores: while one waits for a browser or a database, the others work.
    """
    try:
        with running_postgres() as url, tempfile.TemporaryFile() as output:
            beside = start_suite(["--both-databases", *arguments], max(1, CORES // 2), url, output)
            on_sqlite = has_passed(start_suite(arguments, CORES))
            on_postgres = has_passed(beside)
            output.seek(0)
            print(f"\nTests on PostgreSQL, run beside them\n{output.read().decode()}", flush=True)
            return [("SQLite", on_sqlite), ("PostgreSQL", on_postgres)]
    except MissingServiceError as missing:
        on_sqlite = has_passed(start_suite(arguments, CORES))
        is_needed = bool(os.environ.get("CI"))
        print(f"Tests on PostgreSQL {'failed' if is_needed else 'skipped'}: {missing}")
        return [("SQLite", on_sqlite), ("PostgreSQL", not is_needed)]


def start_suite(
    arguments: list[str], processes: int, database_url: str | None = None, output: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start pytest, with its output on the terminal or in `output`."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if database_url:
        environment["DATABASE_URL"] = database_url
    if output is None:
        print("\nTests on SQLite", flush=True)
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-n", str(processes), *BY_FILE, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        preexec_fn=die_with_parent(signal.SIGTERM),
    )


def has_passed(run: subprocess.Popen[bytes]) -> bool:
    """Wait for a suite and return whether it passed; one that does not end is stopped and has not."""
    try:
        return run.wait(SUITE_SECONDS) == 0
    except subprocess.TimeoutExpired:
        print(f"These tests have not ended after {SUITE_SECONDS // 60} minutes and are stopped.", flush=True)
        run.kill()
        run.wait()
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
