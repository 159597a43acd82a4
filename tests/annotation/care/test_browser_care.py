"""The pages that care for a reader, in a real browser: accessible, fitting, and usable with keys alone."""

import pytest
from playwright.sync_api import expect

from annotation.care.opt_out import leave_out_item, leave_out_topic
from tests.annotation.scene import make_open_round, own_assignment
from tests.browser import assert_accessible, assert_fits

pytestmark = pytest.mark.browser


@pytest.fixture
def asha(cast):
    """A rater who has the note first."""
    asha = cast.clinicians[0]
    asha.display = {}
    asha.save()
    return asha


@pytest.fixture
def opened(cast):
    return make_open_round(cast, tasks=3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_and_fits_a_phone(page, sign_in, console_errors, asha, opened, scheme):
    leave_out_item(person=asha, assignment=own_assignment(asha, opened, "pilot-3"))
    leave_out_topic(person=asha, sub_category="Eating Disorders")
    item = own_assignment(asha, opened, "pilot-1").item_id
    sign_in(asha)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    for url in (
        f"/label/pilot/{item}/",
        f"/label/pilot/{item}/leave-out/",
        "/label/pilot/pause/",
        "/account/exposure/",
        "/account/topics/",
    ):
        page.goto(url)
        assert_fits(page, 360)
        assert_accessible(page)
    assert console_errors == []


def test_the_conversation_opens_with_one_key_and_support_stays_one_key_away(page, sign_in, asha, opened):
    sign_in(asha)
    page.goto(f"/label/pilot/{own_assignment(asha, opened, 'pilot-1').item_id}/")
    page.keyboard.press("h")
    expect(page.locator("#support-panel")).to_be_visible()
    page.keyboard.press("o")  # not while a dialog is open
    expect(page.get_by_role("heading", name="Before you read")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("#support-panel")).to_be_hidden()
    page.keyboard.press("o")
    expect(page.get_by_text("What the user wrote in turn 1")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("h")
    expect(page.locator("#support-panel")).to_be_visible()


def test_a_reader_without_single_keys_gets_there_by_tab(page, sign_in, asha, opened):
    asha.display = {"shortcuts": False}
    asha.save()
    sign_in(asha)
    page.goto(f"/label/pilot/{own_assignment(asha, opened, 'pilot-1').item_id}/")
    page.keyboard.press("o")
    button = page.get_by_role("button", name="Open the conversation")
    for _ in range(30):
        if button.evaluate("(one) => one === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("What the user wrote in turn 1")).to_be_visible()
