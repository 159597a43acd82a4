"""Commands of manage.py, run one after another, each with all it said in a file of its own."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.golden.programs import Done, Run


@dataclass
class CommandLog:
    """Runs commands in `files` of a folder, where they read and write tables, and keeps what they said.

    folder: where `commands/` and `files/` are written. data: the folder of the database, outside of it.
    """

    folder: Path
    data: Path
    program: Run
    number: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        for made in ("commands", "files"):
            (self.folder / made).mkdir(parents=True)

    @property
    def files(self) -> Path:
        return self.folder / "files"

    def beside(self, name: str) -> "CommandLog":
        """Another log with an empty database, in a folder of this one."""
        return CommandLog(self.folder / name, self.data.with_name(f"{self.data.name}-{name}"), self.program)

    def run_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.run(line)

    def run(self, line: str) -> int:
        """Run one command, written as in a shell but without `manage.py`, and return its exit code."""
        self.number += 1
        done = self.program(self.number, shlex.split(line), self.files, self.data)
        self._keep(line, done)
        return done.code

    def _keep(self, line: str, done: Done) -> None:
        path = self.folder / "commands" / f"{self.number:03} {line.split()[0]}.txt"
        head = f"$ manage.py {line}\nexit {done.code}\n--- stdout\n".encode()
        path.write_bytes(b"".join((head, done.stdout, b"\n--- stderr\n", done.stderr)))


def with_json(*lines: str) -> list[str]:
    """Each command for people and for programs."""
    return [form for line in lines for form in (line, f"{line} --json")]
