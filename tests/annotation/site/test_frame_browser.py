"""The frame in a real browser: accessible, within a phone's width, in order by keyboard."""

import pytest

from annotation.base.record_audit import record_audit
from annotation.people.accounts import deactivate_person
from annotation.people.invitations import invite_person
from tests.browser import assert_accessible, assert_fits

pytestmark = pytest.mark.browser

ADMIN_PAGES = (
    "/",
    "/support/",
    "/account/",
    "/people/",
    "/people/invite/",
    "/audit/",
    "/account/2fa/",
    "/nowhere/",
)
VISITOR_PAGES = ("/account/login/", "/account/password/reset/", "/account/signup/", "/support/")


@pytest.fixture
def busy(cast, settings):
    """A demonstration where something has happened."""
    settings.DEMONSTRATION = True
    record_audit(actor=cast.admin, verb="close_round", target="annotation.round:7", after={"state": "closed"})
    deactivate_person(actor=cast.admin, person=cast.viewer)
    invite_person(actor=cast.admin, email="noor@example.org", roles=["clinician"])
    return cast


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_every_page_is_accessible_and_fits(page, sign_in, busy, console_errors, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    person = f"/people/{busy.viewer.pk}/"
    walk(page, VISITOR_PAGES, width)
    sign_in(busy.admin)
    walk(page, (*ADMIN_PAGES, person, f"{person}pseudonymise/"), width)
    assert [error for error in console_errors if "404" not in error] == []


def walk(page, addresses, width):
    for address in addresses:
        page.goto(address)
        assert_fits(page, width)
        assert_accessible(page)


def test_the_person_s_theme_wins_over_the_device(page, sign_in, cast):
    cast.author.display = {"theme": "dark"}
    cast.author.save()
    sign_in(cast.author)
    page.emulate_media(color_scheme="light")
    page.goto("/")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == "rgb(26, 25, 23)"  # the dark --paper of tokens.css
    assert_accessible(page)


def test_the_keyboard_goes_first_to_the_content_then_along_the_bar(page, sign_in, cast):
    sign_in(cast.admin)
    page.goto("/people/")
    focused = []
    for _ in range(6):
        page.keyboard.press("Tab")
        focused.append(page.evaluate("document.activeElement.textContent.trim().split('\\n')[0]"))
    assert focused == ["Skip to the content", "Concord", "People", "Support", "emre", focused[-1]]
    page.reload()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Invite someone"


def test_support_is_one_key_away_and_keeps_the_place(page, sign_in, cast):
    sign_in(cast.admin)
    page.goto("/people/invite/")
    page.keyboard.press("h")
    panel = page.get_by_role("dialog", name="Support for you")
    panel.wait_for()
    assert_accessible(page)
    page.keyboard.press("Escape")
    panel.wait_for(state="hidden")
    page.get_by_label("Email address").press_sequentially("h")  # typing is never a shortcut
    assert not panel.is_visible()
    assert page.url.endswith("/people/invite/")


def test_shortcuts_can_be_switched_off(page, sign_in, cast):
    cast.admin.display = {"shortcuts": False}
    cast.admin.save()
    sign_in(cast.admin)
    page.goto("/people/")
    page.keyboard.press("h")
    assert not page.get_by_role("dialog").is_visible()
    page.get_by_role("link", name="Support").click()
    assert page.get_by_role("dialog").is_visible()


def test_the_menu_of_a_phone_opens_and_closes(page, sign_in, cast):
    sign_in(cast.admin)
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto("/people/")
    page.locator(".rail-menu > summary").click()
    audit = page.get_by_role("link", name="Audit")
    assert audit.is_visible()
    assert_accessible(page)
    page.keyboard.press("Escape")
    assert not audit.is_visible()
    page.locator(".rail-menu > summary").click()
    audit.click()
    page.wait_for_url("**/audit/")


def test_without_javascript_support_is_a_page_and_the_menu_opens(browser, live_server, cast):
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/account/login/")
    page.get_by_label("User name or email address").fill("emre")
    page.get_by_label("Password").fill("a quiet room with tea")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(live_server.url + "/")
    page.set_viewport_size({"width": 360, "height": 700})
    page.locator(".rail-menu > summary").click()
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="Support").click()
    page.wait_for_url("**/support/")
    plain.close()


def test_it_can_be_read_at_twice_the_size(page, sign_in, busy):
    sign_in(busy.admin)
    page.set_viewport_size({"width": 640, "height": 400})  # what 1280 x 800 leaves at 200 %
    for address in ADMIN_PAGES:
        page.goto(address)
        assert_fits(page, 640)
