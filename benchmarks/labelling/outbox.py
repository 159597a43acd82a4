"""What one clinician has answered: kept until the server says that it is saved, as the page's outbox does."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.labelling.browser import NO_CONNECTION, Browser


@dataclass
class Change:
    """One answer on its way. `acknowledged_at` is None until the server has said "saved"."""

    uuid: str
    person: str
    address: str
    criterion: str
    change: dict[str, Any]
    version: int
    tries: int = 0
    acknowledged_at: float | None = None

    def body(self) -> dict[str, Any]:
        return {
            "uuid": self.uuid,
            "criterion": self.criterion,
            "change": self.change,
            "version": self.version,
            "active_ms": 900,
        }

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Outbox:
    """Sends in order. seconds: how long each acknowledged save took as the browser saw it."""

    browser: Browser
    sign_in_again: Callable[[], None]
    made: list[Change] = field(default_factory=list)
    waiting: list[Change] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def put(self, change: Change) -> None:
        self.made.append(change)
        self.waiting.append(change)

    def send_waiting(self) -> bool:
        """Send what waits, and return whether nothing waits any more."""
        while self.waiting:
            change = self.waiting[0]
            try:
                is_saved = self._send(change)
            except NO_CONNECTION:
                self.counts["no connection"] += 1
                return False
            if not is_saved:
                return False
            self.waiting.pop(0)
        return True

    def send_again(self, change: Change) -> None:
        """A double click: what is saved already arrives once more and must be answered alike."""
        try:
            self._send(change)
            self.counts["sent twice"] += 1
        except NO_CONNECTION:
            self.counts["no connection"] += 1

    def _send(self, change: Change) -> bool:
        change.tries += 1
        started = time.perf_counter()
        answer = self.browser.send(f"{change.address}save/", change.body())
        elapsed = time.perf_counter() - started
        if answer.status == 401:
            self.counts["signed in again"] += 1
            self.sign_in_again()
            return False
        if answer.status != 200 or answer.json().get("uuid") != change.uuid:
            self.errors.append(f"{change.criterion}: {answer.status} {answer.body[:200]!r}")
            if answer.status < 500:  # refused: sending it again would change nothing
                self.waiting.remove(change)
            return False
        self.seconds.append(elapsed)
        change.acknowledged_at = change.acknowledged_at or time.time()
        return True
