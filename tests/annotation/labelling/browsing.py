"""A rater in a real browser on one item, for the tests of the labelling page."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from annotation.models import Person, Round
from tests.annotation.scene import own_assignment
from tests.browser import wait_until

SAVED = re.compile(r"^Saved \d\d:\d\d$")
SAVES = "**/save/"


class Desk:
    """asha at the item of task `pilot-1`."""

    def __init__(self, page: Page, person: Person, round: Round) -> None:
        self.page = page
        self.person = person
        self.round = round
        self.item = own_assignment(person, round, "pilot-1").item
        self.url = f"/label/{round.name}/{self.item.pk}/"

    def open(self) -> "Desk":
        self.page.goto(self.url)
        expect(self.page.locator("html[data-script=on]")).to_be_attached()
        return self

    @property
    def state(self):
        return self.page.locator("[data-save-state]")

    def criterion(self, n: int):
        return self.page.locator(f"[data-criterion='pilot-1-{n}']")

    def choose(self, n: int, word: str) -> None:
        self.criterion(n).get_by_text(word, exact=True).click()

    def expect_saved(self) -> None:
        expect(self.state).to_have_text(SAVED)

    def expect_answer(self, n: int, value: str | None) -> None:
        """What the page shows as chosen."""
        chosen = self.criterion(n).locator("input[type=radio]:checked")
        if value is None:
            expect(chosen).to_have_count(0)
        else:
            expect(chosen).to_have_value(value)

    def break_saves(self, answer: Callable[[Route], None] | None = None) -> None:
        """From now on saves do not reach the server, or `answer` decides what becomes of them."""
        self.page.context.route(SAVES, answer or (lambda route: route.abort()))

    def mend_saves(self) -> None:
        self.page.context.unroute(SAVES)

    def expect_held(self, number: int) -> None:
        """How many entries the outboxes of this browser hold, whoever they belong to."""
        count = "Object.keys(localStorage).filter((key) => key.startsWith('concord-outbox')).length"
        wait_until(self.page, lambda: self.page.evaluate(count) == number, f"{number} entries in outboxes")

    def values(self) -> dict[str, str | None]:
        """What the server has, by criterion."""
        labels = self.person.labels.filter(item=self.item).select_related("criterion")
        return {label.criterion.criterion_id: label.value for label in labels}
