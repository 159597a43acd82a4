"""The meter of active time, in a real browser with a clock that the test sets."""

import pytest

pytestmark = pytest.mark.browser

LOAD = """async () => {
  const { ActiveTime } = await import("/static/js/labelling/active_time.js");
  window.meter = new ActiveTime();
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def meter(page, db):
    """A meter that nobody has touched yet; the clock moves only when told to."""
    page.clock.install(time=0)
    page.goto("/support/")
    page.clock.pause_at(60_000)
    page.evaluate(LOAD)
    return lambda: page.evaluate("window.meter.take()")


def live(page) -> None:
    page.evaluate("window.dispatchEvent(new KeyboardEvent('keydown'))")


def test_half_a_minute_counts_after_the_last_sign_of_life_and_only_once(page, meter):
    page.clock.run_for(10_000)
    live(page)
    assert meter() == 10_000
    page.clock.run_for(300_000)
    assert meter() == 30_000
    page.clock.run_for(300_000)
    assert meter() == 0


def test_nothing_counts_while_the_page_is_hidden(page, meter):
    page.clock.run_for(5_000)
    page.evaluate(HIDE, True)
    assert meter() == 5_000
    page.clock.run_for(300_000)
    assert meter() == 0
    page.evaluate(HIDE, False)
    page.clock.run_for(4_000)
    assert meter() == 4_000
