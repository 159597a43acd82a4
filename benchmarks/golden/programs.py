"""Ways to run a command of this checkout to its end: in a process of its own, or forked from a warm one."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEPT = ("PATH", "HOME", "LANG")


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it wrote on its two streams."""

    code: int
    stdout: bytes
    stderr: bytes


# (minutes after START, words after `manage.py`, folder at hand, folder of the data)
Run = Callable[[int, Sequence[str], Path, Path], Done]


def environment(data: Path) -> dict[str, str]:
    """Nothing set but where the data lie; help texts as wide as here, sums in one order."""
    data.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    fixed = {"COLUMNS": "100", "OPENBLAS_NUM_THREADS": "1", "ENV_FILE": os.devnull}
    return {**kept, **fixed, "DATA_DIR": str(data)}


def moment(minute: int) -> str:
    """The moment at which a command runs."""
    return (START + timedelta(minutes=minute)).isoformat()


def steady(minute: int, *words: object) -> list[str]:
    """The command line of a program for which the clock stands still."""
    return [sys.executable, str(HERE / "steady.py"), moment(minute), *map(str, words)]


def run_cold(minute: int, words: Sequence[str], folder: Path, data: Path) -> Done:
    """Run it as a script would."""
    command = steady(minute, "manage.py", *words)
    done = subprocess.run(command, cwd=folder, env=environment(data), capture_output=True)
    return Done(done.returncode, done.stdout, done.stderr)


@dataclass
class Warm:
    """Runs commands in forks of one process for each folder of data. Close it at the end."""

    _servers: dict[Path, subprocess.Popen[str]] = field(default_factory=dict)

    def run(self, minute: int, words: Sequence[str], folder: Path, data: Path) -> Done:
        server = self._server(data)
        with tempfile.TemporaryDirectory() as name:
            streams = {stream: str(Path(name) / stream) for stream in ("stdout", "stderr")}
            job = {"words": [moment(minute), "manage.py", *words], "folder": str(folder), **streams}
            server.stdin.write(json.dumps(job) + "\n")
            server.stdin.flush()
            code = int(server.stdout.readline())
            return Done(code, *(Path(streams[stream]).read_bytes() for stream in streams))

    def close(self) -> None:
        for server in self._servers.values():
            server.stdin.close()
            server.wait()

    def _server(self, data: Path) -> subprocess.Popen[str]:
        if data not in self._servers:
            self._servers[data] = subprocess.Popen(
                [sys.executable, str(HERE / "warm.py")],
                env=environment(data),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        return self._servers[data]
