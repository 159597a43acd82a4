"""Run a program to its end and measure what it took.

Linux counts the memory of the parent, as it was when the child started, into the child's peak. Whoever calls
this must stay small: no NumPy and no Django in the process that runs the benchmarks.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MIB = 1024
LINES_OF_FAILURE = 15


class ProgramFailedError(Exception):
    """A measured program did not exit with 0; the message holds the end of what it said."""


@dataclass(frozen=True)
class Finished:
    """A program that exited with 0. cpu_seconds: user time of all its threads and children."""

    output: str
    wall_seconds: float
    cpu_seconds: float
    peak_mib: float
    system_seconds: float = 0.0

    def json(self) -> dict[str, Any]:
        """The one JSON object on its standard output."""
        return json.loads(self.output)


def run(command: Sequence[object], environment: Mapping[str, str] | None = None) -> Finished:
    """Run `command` in the project's folder. Raises ProgramFailedError."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=output, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            said = "\n".join(errors.read().splitlines()[-LINES_OF_FAILURE:])
            raise ProgramFailedError(f"{' '.join(words)} exited with {process.returncode}:\n{said}")
        return Finished(output.read(), wall, used.ru_utime, used.ru_maxrss / MIB, used.ru_stime)


def run_module(name: str, *words: object, python: object = sys.executable) -> Finished:
    """Run a module of this package, such as `timed.agreement`."""
    return run([python, "-m", f"benchmarks.{name}", *words])


def manage(environment: Mapping[str, str], *words: object) -> Finished:
    """Run one command of manage.py."""
    return run([sys.executable, ROOT / "manage.py", *words], environment)
