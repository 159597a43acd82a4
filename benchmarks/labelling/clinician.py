"""A simulated clinician: signs in, reads an item, answers its criteria one after another, goes on."""

import random
import threading
import time
from itertools import cycle
from uuid import UUID

from benchmarks.labelling.browser import NO_CONNECTION, Browser, UnexpectedAnswerError
from benchmarks.labelling.outbox import Change, Outbox
from benchmarks.labelling.pages import Shown, criteria_on, items_on, reveal_on

RETRY_SECONDS = 0.3
GRACE_SECONDS = 60
CANNOT_JUDGE, FLAGGED, TWICE = 0.05, 0.05, 0.05  # shares of answers


class Clinician(threading.Thread):
    """Answers from `begin` until `end` is set, then sends what is left.

    pause: seconds between two answers on average. Every choice follows from the seed.
    """

    def __init__(
        self,
        browser: Browser,
        username: str,
        password: str,
        round_name: str,
        *,
        seed: int,
        pause: float,
        begin: threading.Barrier,
        end: threading.Event,
    ) -> None:
        super().__init__(name=username, daemon=True)
        self.browser, self.username, self.password = browser, username, password
        self.round_name, self.pause, self.begin, self.end = round_name, pause, begin, end
        self.chance = random.Random(seed)
        self.outbox = Outbox(browser, self._sign_in)
        self.pages = 0

    def run(self) -> None:
        try:
            self._sign_in()
            addresses = items_on(self.browser.get(f"/label/{self.round_name}/"))
            self.begin.wait()
            for address in cycle(addresses):
                if self.end.is_set():
                    break
                self._label(address)
            self._send_the_rest()
        except Exception as problem:  # whatever it is, it is what the test is there to find
            self.outbox.errors.append(f"{self.username} stopped: {problem!r}")
            self.begin.abort()

    def _sign_in(self) -> None:
        self.browser.sign_in(self.username, self.password)

    def _label(self, address: str) -> None:
        page = self._page(address)
        for shown in criteria_on(page or ""):
            self.end.wait(self.chance.expovariate(1 / self.pause) if self.pause else 0)
            if self.end.is_set():
                return
            change = self._answer(address, shown)
            self.outbox.put(change)
            if self.outbox.send_waiting() and self.chance.random() < TWICE:
                self.outbox.send_again(change)
        while not (self.outbox.send_waiting() or self.end.is_set()):
            time.sleep(RETRY_SECONDS)

    def _page(self, address: str) -> str | None:
        """The item's page, opened where its note comes first; None once the test ends without one."""
        while not self.end.is_set():
            try:
                page = self.browser.get(address)
                if not criteria_on(page) and (reveal := reveal_on(page)) is not None:
                    page = self.browser.submit(reveal)
            except NO_CONNECTION:
                self.outbox.counts["no connection"] += 1
                time.sleep(RETRY_SECONDS)
                continue
            self.pages += 1
            if not criteria_on(page):
                raise UnexpectedAnswerError(f"{address} shows no criteria.")
            return page
        return None

    def _answer(self, address: str, shown: Shown) -> Change:
        value = "not_met" if shown.value == "met" else "met"
        if not shown.value and self.chance.random() < 0.4:
            value = "not_met"
        said: dict[str, object] = {"value": value}
        if self.chance.random() < CANNOT_JUDGE:
            said = {"value": "cannot_judge", "note": f"Unclear to {self.username}: “so so” \U0001f642"}
        if self.chance.random() < FLAGGED:
            said["flagged"] = True
        uuid = str(UUID(int=self.chance.getrandbits(128), version=4))
        return Change(uuid, self.username, address, shown.criterion, said, shown.version)

    def _send_the_rest(self) -> None:
        deadline = time.monotonic() + GRACE_SECONDS
        while not self.outbox.send_waiting() and time.monotonic() < deadline:
            time.sleep(RETRY_SECONDS)
