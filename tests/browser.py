"""A real browser on the live server: pages, sign-in without the form, console errors, accessibility."""

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from annotation.models import Person
from tests.services.chromium import ARGUMENTS

# As long as a page may take on a machine that does much else; whatever is there is found at once.
PATIENCE_MILLISECONDS = 60_000
GLANCE_MILLISECONDS = 25


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One headless Chromium for the whole run."""
    # Playwright keeps an event loop in this thread, and Django would refuse every query beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser, live_server) -> Iterator[BrowserContext]:
    """A fresh browser profile with addresses relative to the live server, which ends after it."""
    profile = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
    profile.set_default_timeout(PATIENCE_MILLISECONDS)
    yield profile
    profile.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of the fresh profile, signed in as nobody."""
    return context.new_page()


@pytest.fixture
def console_errors(page: Page) -> list[str]:
    """Every error the page writes to its console, breaches of the CSP included; assert that it is empty."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@pytest.fixture
def sign_in(context: BrowserContext, live_server) -> Callable[[Person], None]:
    """Call it with a person to give the browser a session of theirs without the sign-in form."""

    def as_person(person: Person) -> None:
        client = Client()
        client.force_login(person)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )

    return as_person


def assert_accessible(page: Page) -> None:
    """Fail with axe's findings, one a line, if the page as it stands breaks a rule of axe-core."""
    page.evaluate(AXE_SCRIPT)
    violations = page.evaluate("axe.run({resultTypes: ['violations']}).then(({violations}) => violations)")
    lines = [
        f"{rule['id']} ({rule['impact']}): {node['html']}" for rule in violations for node in rule["nodes"]
    ]
    assert not lines, "axe found:\n" + "\n".join(lines)


def assert_fits(page: Page, width: int) -> None:
    """Fail if the page is wider than the window, so that it would have to be moved sideways."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def wait_until(page: Page, condition: Callable[[], bool], what: str) -> None:
    """Let the page go on until `condition()` holds; fail, naming `what`, if that takes too long."""
    for _ in range(PATIENCE_MILLISECONDS // GLANCE_MILLISECONDS):
        if condition():
            return
        page.wait_for_timeout(GLANCE_MILLISECONDS)  # not wait_for_function: the page's CSP refuses it
    pytest.fail(f"waited in vain for {what}")
