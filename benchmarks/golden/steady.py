"""Run a program of this checkout at a moment that stands still, with chance that repeats itself.

    python benchmarks/golden/steady.py MOMENT manage.py agreement first --json
    python benchmarks/golden/steady.py MOMENT -m benchmarks.golden.site FOLDER

The names that `secrets` draws (pseudonyms, the tokens of invitations) follow from the words of the program:
two runs of the same words draw the same, two programs in one database do not collide.
"""

import base64
import random
import runpy
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import time_machine

ROOT = Path(__file__).resolve().parent.parent.parent


def run_steady(moment: str, *words: str) -> None:
    """Run the program that `words` name as if it had been started alone."""
    _repeat_chance(" ".join(words))
    sys.path[0] = str(ROOT)
    with time_machine.travel(datetime.fromisoformat(moment).astimezone(UTC), tick=False):
        if words[0] == "-m":
            sys.argv = list(words[1:])
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = [str(ROOT / words[0]), *words[1:]]
            runpy.run_path(sys.argv[0], run_name="__main__")


def _repeat_chance(seed: str) -> None:
    """Draw from a stream for each alphabet, so that one kind of name does not depend on the others."""
    streams: dict[str, random.Random] = {}

    def stream(kind: object) -> random.Random:
        return streams.setdefault(repr(kind), random.Random(f"{seed} {kind!r}"))

    def choice(sequence: Sequence[Any]) -> Any:
        return stream(sequence).choice(sequence)

    def token_urlsafe(nbytes: int | None = None) -> str:
        size = secrets.DEFAULT_ENTROPY if nbytes is None else nbytes
        return base64.urlsafe_b64encode(stream("token").randbytes(size)).rstrip(b"=").decode("ascii")

    secrets.choice, secrets.token_urlsafe = choice, token_urlsafe


if __name__ == "__main__":
    run_steady(*sys.argv[1:])
