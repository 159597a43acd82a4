"""How long a command and the web server take before they begin, in the processor's time.

Each is measured in turn with a floor, Python that loads NumPy and Django alone: what slows the machine
down slows down both, so the targets are multiples of the floor.
"""

import contextlib
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.processes import ROOT, Finished, manage, run
from benchmarks.rows import Row

FLOOR = "import numpy, django.core.management, django.db.models"
FIRST_PAGE_SECONDS = 1.0
MIGRATE_SECONDS = 4.0
DEMONSTRATION_SECONDS = 15.0
PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Start:
    """One command, and how many times the floor it may take."""

    words: tuple[str, ...]
    times_the_floor: float


STARTS = (
    Start(("leaderboard", "--help"), 2.0),
    Start(("import_table", "--help"), 2.0),
    Start(("check",), 3.0),
)


class NoAnswerError(Exception):
    """The web server did not answer in time."""


def start_up_rows(environment: Mapping[str, str], repeats: int) -> Iterator[Row]:
    """Measure every start on a migrated database, and the first page of a web server."""
    environment = {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for start in STARTS:
        yield _start_row(start, environment, repeats)
    yield _first_page_row(environment, repeats)


def new_site_rows(environments: Sequence[Mapping[str, str]]) -> Iterator[Row]:
    """Measure what a newcomer waits for once all is installed. environments: one an empty folder."""
    half = len(environments) // 2
    migrations = [manage(environment, "migrate", "--verbosity", 0) for environment in environments[:half]]
    yield Row(
        "migrate on an empty SQLite database",
        statistics.median(done.wall_seconds for done in migrations),
        statistics.median(done.cpu_seconds for done in migrations),
        max(done.peak_mib for done in migrations),
        MIGRATE_SECONDS,
    )
    yield Row(
        "make run, installed: from an empty folder to the demonstration's first page (wall clock)",
        statistics.median(_demonstration_seconds(environment) for environment in environments[half:]),
        target_seconds=DEMONSTRATION_SECONDS,
    )


def _demonstration_seconds(environment: Mapping[str, str]) -> float:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--demo", "--port", str(port)]
    started = time.perf_counter()
    site = subprocess.Popen(command, cwd=ROOT, env=dict(environment), stdout=subprocess.DEVNULL)
    try:
        while site.poll() is None and time.perf_counter() - started < PATIENCE_SECONDS:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_SECONDS).close()
                return time.perf_counter() - started
            time.sleep(0.05)
    finally:
        site.send_signal(signal.SIGINT)
        site.wait(PATIENCE_SECONDS)
    raise NoAnswerError("The demonstration did not answer.")


def _start_row(start: Start, environment: Mapping[str, str], repeats: int) -> Row:
    pairs = [_pair(start, environment) for _ in range(repeats + 1)][1:]  # the first compiles and fills caches
    floor = statistics.median(_cpu(of_floor) for of_floor, _ in pairs)
    ratio = statistics.median(_cpu(of_command) / _cpu(of_floor) for of_floor, of_command in pairs)
    cpu = statistics.median(_cpu(of_command) for _, of_command in pairs)
    what = f"manage.py {' '.join(start.words)}: {ratio:.2f} times the floor of {floor:.2f} s"
    peak = max(of_command.peak_mib for _, of_command in pairs)
    return Row(what, floor * ratio, cpu, peak, floor * start.times_the_floor)


def _pair(start: Start, environment: Mapping[str, str]) -> tuple[Finished, Finished]:
    return run([sys.executable, "-c", FLOOR], environment), manage(environment, *start.words)


def _cpu(done: Finished) -> float:
    return done.cpu_seconds + done.system_seconds


def _first_page_row(environment: Mapping[str, str], repeats: int) -> Row:
    seconds = statistics.median(_first_page_seconds(environment) for _ in range(repeats))
    return Row(
        "First page of a web server, once it answers /healthz (wall clock)",
        seconds,
        target_seconds=FIRST_PAGE_SECONDS,
    )


def _first_page_seconds(environment: Mapping[str, str]) -> float:
    with _web_server(environment) as address:
        started = time.perf_counter()
        with urllib.request.urlopen(f"{address}/account/login/", timeout=PATIENCE_SECONDS) as answer:
            answer.read()
        return time.perf_counter() - started


@contextlib.contextmanager
def _web_server(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a web server as `serve` starts it, which has just begun to answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        command = [sys.executable, "-m", "config.web", str(listener.fileno())]
        server = subprocess.Popen(command, cwd=ROOT, env=dict(environment), pass_fds=[listener.fileno()])
        try:
            _wait_for(f"{address}/healthz")
            yield address
        finally:
            server.terminate()
            server.wait(PATIENCE_SECONDS)


def _wait_for(address: str) -> None:
    try:
        urllib.request.urlopen(address, timeout=PATIENCE_SECONDS).close()
    except OSError as problem:
        raise NoAnswerError(f"{address} did not answer: {problem}") from problem
