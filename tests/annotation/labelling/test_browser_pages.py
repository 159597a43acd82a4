"""The pages a clinician meets in a real browser: accessible, on a phone, at 200 % zoom, as a plain form."""

import pytest
from playwright.sync_api import expect

from annotation.assignments.progress import round_progress
from annotation.models import Label
from annotation.rounds.open_and_close import close_round
from tests.annotation.labelling.browsing import Desk
from tests.annotation.scene import make_open_round, say
from tests.browser import assert_accessible, assert_fits

pytestmark = pytest.mark.browser

WIDE, PHONE, ZOOMED = (1280, 800), (360, 740), (640, 400)  # 1280 x 800 at 200 % is 640 x 400


def check(page, size) -> None:
    assert_fits(page, size[0])
    assert_accessible(page)


def check_each(page, addresses) -> None:
    """In a wide window and in a narrow one; no script of these pages asks for the width when it begins."""
    for address in addresses:
        page.goto(address)
        for size in (WIDE, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            check(page, size)


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_the_labelling_page_at_every_size(desk, console_errors, size):
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.open()
    check(desk.page, size)
    desk.choose(1, "Met")
    desk.criterion(2).locator("summary").click()
    desk.criterion(2).locator("textarea").fill("A note.")
    desk.expect_saved()
    check(desk.page, size)
    foot = desk.page.locator(".label-foot").bounding_box()
    assert foot["y"] + foot["height"] <= size[1]  # the bar is always in the window
    assert console_errors == []


def test_on_a_phone_the_reply_comes_first_and_the_conversation_is_folded(desk):
    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.open()
    reply, conversation = desk.page.locator("#reply"), desk.page.locator("[data-conversation]")
    assert reply.bounding_box()["y"] < conversation.bounding_box()["y"]
    expect(desk.page.locator(".turns")).to_be_hidden()
    conversation.locator("summary").click()
    expect(desk.page.locator(".turns")).to_be_visible()


def test_the_reply_stays_in_view_while_criteria_scroll(page, sign_in, cast):
    opened = make_open_round(cast, criteria=20)
    sign_in(cast.clinicians[0])
    page.set_viewport_size({"width": 1280, "height": 800})
    Desk(page, cast.clinicians[0], opened).open()
    for _ in range(15):
        page.keyboard.press("m")
    expect(page.locator(".criterion.is-current")).to_be_in_viewport()
    expect(page.get_by_text("A kind reply.")).to_be_in_viewport()


@pytest.mark.parametrize("state", ["conflict", "incomplete", "dialog", "dark"])
def test_every_state_of_the_page_is_accessible(desk, state):
    if state == "conflict":
        say(desk.person, desk.round, "pilot-1-1", "met")
        desk.choose(1, "Not met")
        expect(desk.criterion(1).locator(".criterion-problem")).to_be_visible()
    elif state == "incomplete":
        desk.choose(1, "Cannot judge")
    elif state == "dialog":
        desk.page.keyboard.press("?")
    else:
        desk.page.emulate_media(color_scheme="dark")
        desk.choose(1, "Met")
        desk.choose(2, "Not met")
        desk.page.keyboard.press("c")
    assert_accessible(desk.page)


def test_the_lists_and_the_discussion_are_accessible(page, sign_in, cast, console_errors):
    asha, bela, _ = cast.clinicians
    closed = make_open_round(cast, name="before", tasks=1)
    say(asha, closed, "before-1-1", "met", note="I see it.", flagged=True)
    say(bela, closed, "before-1-1", "not_met", note="I do not.")
    close_round(actor=cast.admin, round=closed, confirmed_holes=round_progress(closed).n_holes)
    make_open_round(cast, guidelines="# How\n\nRead *slowly*.")
    sign_in(asha)
    addresses = (
        "/label/",
        "/label/pilot/",
        "/label/before/",
        "/label/pilot/guidelines/",
        "/label/pilot/confirm/",
        "/rounds/before/discussion/",
        "/rounds/before/discussion/?show=unanimous",
        "/account/keys/",
        "/session/again/",
    )
    check_each(page, addresses)
    assert console_errors == []


def test_the_admins_pages_are_accessible(page, sign_in, cast, console_errors):
    make_open_round(cast, guidelines="Read.")
    sign_in(cast.admin)
    ends = ("", "close/", "guidelines/", "rubrics/", "repeats/", "reopen/")
    check_each(page, ("/rounds/", "/rounds/new/", *(f"/rounds/pilot/{end}" for end in ends)))
    assert console_errors == []


def test_without_javascript_it_is_a_form_with_a_save_button(browser, live_server, context, sign_in, cast):
    opened = make_open_round(cast)
    sign_in(cast.clinicians[0])
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    plain.add_cookies(context.cookies())
    try:
        at = Desk(plain.new_page(), cast.clinicians[0], opened)
        at.page.goto(at.url)
        at.choose(1, "Met")
        at.choose(2, "Not met")
        at.criterion(3).locator("summary").click()
        at.criterion(3).locator("textarea").fill("Later.")
        at.page.get_by_role("button", name="Save", exact=True).last.click()
        expect(at.state).to_contain_text("Saved")
        at.expect_answer(1, "met")
        assert at.values() == {"pilot-1-1": "met", "pilot-1-2": "not_met", "pilot-1-3": None}
        at.criterion(1).get_by_role("button", name="Take back").click()
        at.expect_answer(1, None)
        at.choose(1, "Met")
        at.choose(3, "Met")
        first = at.page.url
        at.page.get_by_role("button", name="Save and go on").click()
        at.page.wait_for_url(lambda url: url != first)
        assert set(at.values().values()) == {"met", "not_met"}
        assert Label.objects.get(criterion__criterion_id="pilot-1-3").note == "Later."
    finally:
        plain.close()
