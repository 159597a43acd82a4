"""One run: clinicians label for a while, perhaps the server is killed, and then everything is counted."""

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.labelling.browser import Browser
from benchmarks.labelling.clinician import GRACE_SECONDS, Clinician
from benchmarks.labelling.outbox import Change
from benchmarks.labelling.server import Server
from benchmarks.processes import run

SIGN_IN_SECONDS = 300


class LoadFailedError(Exception):
    """The clinicians could not begin; the message says why."""


@dataclass(frozen=True)
class Plan:
    """pause: mean seconds between two answers of one person. kills: how often the server is killed."""

    clinicians: int = 30
    seconds: float = 120
    pause: float = 3.0
    kills: int = 0
    seed: int = 20260714


@dataclass
class Result:
    """What a run came to. server_seconds is empty where the server keeps no log of its times."""

    made: list[Change]
    ledger: dict[str, Any]
    counts: Counter[str]
    errors: list[str]
    client_seconds: list[float]
    server_seconds: list[float]
    pages: int
    waiting_at_kill: list[int] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        return sum(change.acknowledged_at is not None for change in self.made)

    def problems(self) -> list[str]:
        """Why the run failed, in sentences; empty when nothing was lost, doubled or refused."""
        found = list(self.errors)
        if not self.acknowledged:
            found.append("Nobody's answer was saved, so this run shows nothing.")
        if unsent := len(self.made) - self.acknowledged:
            found.append(f"{unsent} answers never arrived.")
        for name, rows in self.ledger["differences"].items():
            found.append(f"{name}: {rows['count']}, such as {rows['first'][:3]}")
        if self.counts["no connection"] and not self.waiting_at_kill:
            found.append(f"{self.counts['no connection']} times there was no connection.")
        return found


def run_load(plan: Plan, server_kind: str, folder: Path, environment: Mapping[str, str]) -> Result:
    """Prepare a database, start the server, let the clinicians label, and count."""
    module = [sys.executable, "-m", "benchmarks.labelling.prepare", folder / "corpus"]
    scene = run([*module, -(-plan.clinicians // 3)], environment).json()
    server = Server(server_kind, folder, environment)
    server.start()
    try:
        clinicians, begin, end = _clinicians(plan, scene, server)
        for clinician in clinicians:
            clinician.start()
        _wait_for_all(begin, clinicians)
        waiting = _let_them_label(plan, server, clinicians)
        end.set()
        for clinician in clinicians:
            clinician.join(GRACE_SECONDS * 2)
    finally:
        server.stop()
    return _result(clinicians, folder, environment, server, waiting)


def _clinicians(
    plan: Plan, scene: dict[str, Any], server: Server
) -> tuple[list[Clinician], threading.Barrier, threading.Event]:
    begin, end = threading.Barrier(plan.clinicians + 1), threading.Event()
    people = [
        Clinician(
            Browser(server.port, server.scheme, f"192.0.2.{number}"),
            person["username"],
            scene["password"],
            person["round"],
            seed=plan.seed + number,
            pause=plan.pause,
            begin=begin,
            end=end,
        )
        for number, person in enumerate(scene["people"][: plan.clinicians], start=1)
    ]
    return people, begin, end


def _wait_for_all(begin: threading.Barrier, clinicians: list[Clinician]) -> None:
    try:
        begin.wait(SIGN_IN_SECONDS)
    except threading.BrokenBarrierError:
        errors = [error for clinician in clinicians for error in clinician.outbox.errors]
        raise LoadFailedError("\n".join(errors) or "Signing in took too long.") from None


def _let_them_label(plan: Plan, server: Server, clinicians: list[Clinician]) -> list[int]:
    """Let the time pass, killing the server at moments chosen by the seed; what waited when it came back."""
    chance, waiting = random.Random(plan.seed), []
    part = plan.seconds / (plan.kills + 1)
    for _ in range(plan.kills):
        _wait_for_answers(part * chance.uniform(0.8, 1.0), clinicians)
        server.kill()
        time.sleep(chance.uniform(0.5, 2.0))
        waiting.append(sum(len(clinician.outbox.waiting) for clinician in clinicians))
        server.start()
    _wait_for_answers(part, clinicians)
    return waiting


def _wait_for_answers(seconds: float, clinicians: list[Clinician]) -> None:
    """Wait so long, and up to a minute longer on a slow machine, until each has answered once on average."""
    before, started = _n_made(clinicians), time.monotonic()
    time.sleep(seconds)
    while _n_made(clinicians) < before + len(clinicians) and time.monotonic() < started + seconds + 60:
        time.sleep(0.1)


def _n_made(clinicians: list[Clinician]) -> int:
    return sum(len(clinician.outbox.made) for clinician in clinicians)


def _result(
    clinicians: list[Clinician],
    folder: Path,
    environment: Mapping[str, str],
    server: Server,
    waiting: list[int],
) -> Result:
    outboxes = [clinician.outbox for clinician in clinicians]
    made = [change for outbox in outboxes for change in outbox.made]
    changes = folder / "changes.json"
    changes.write_text(json.dumps([change.as_json() for change in made]))
    ledger = run([sys.executable, "-m", "benchmarks.labelling.ledger", changes], environment).json()
    return Result(
        made=made,
        ledger=ledger,
        counts=sum((outbox.counts for outbox in outboxes), Counter()),
        errors=[error for outbox in outboxes for error in outbox.errors],
        client_seconds=[seconds for outbox in outboxes for seconds in outbox.seconds],
        server_seconds=server.save_seconds(),
        pages=sum(clinician.pages for clinician in clinicians),
        waiting_at_kill=waiting,
    )
