"""What `make test` checks: style, types, layers, migrations, templates; then the tests on each database."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.children import die_with_parent  # noqa: E402
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
}


# A file's tests stay in one process, so that what they share is made once.
ON_EVERY_CORE = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile"]


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
    """Run all tests on SQLite, then those that use a database on PostgreSQL, which CI must have."""
    results = [("SQLite", suite("SQLite", arguments, database_url=None))]
    try:
        with running_postgres() as url:
            only = [*arguments, "--database-only"]
            results.append(("PostgreSQL", suite("PostgreSQL", only, database_url=url)))
    except MissingServiceError as missing:
        print(f"Tests on PostgreSQL {'failed' if os.environ.get('CI') else 'skipped'}: {missing}")
        if os.environ.get("CI"):
            results.append(("PostgreSQL", False))
    return results


def suite(name: str, arguments: list[str], database_url: str | None) -> bool:
    """Run pytest with its output on the terminal, and return whether it passed."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if database_url:
        environment["DATABASE_URL"] = database_url
    command = [sys.executable, "-m", "pytest", "-q", *ON_EVERY_CORE, *arguments]
    print(f"\nTests on {name}", flush=True)
    run = subprocess.run(command, cwd=ROOT, env=environment, preexec_fn=die_with_parent(signal.SIGTERM))
    return run.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
