"""The page of a long conversation in a real browser: keys, outbox, the way back, sizes, no JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from annotation.models import ReadingTime, TranscriptLabel
from tests.annotation.long_scene import judge, make_open_long_round, own_long
from tests.browser import assert_accessible, assert_fits, wait_until

pytestmark = pytest.mark.browser

SAVED = re.compile(r"^Saved \d\d:\d\d$")
SAVES = "**/save-whole/"
WIDE, PHONE, ZOOMED = (1280, 800), (360, 740), (640, 400)  # 1280 x 800 at 200 % is 640 x 400


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_long_round(cast, turns=42)


@pytest.fixture
def url(asha, opened):
    return f"/label/long/{own_long(asha, opened, 'long-1').item_id}/"


@pytest.fixture
def long_page(page, sign_in, asha, url):
    sign_in(asha)
    page.set_viewport_size({"width": 1280, "height": 800})
    return open_at(page, url)


def open_at(page, url):
    page.goto(url)
    expect(page.locator("html[data-script=on]")).to_be_attached()
    return page


def press(page, keys):
    for key in keys:
        page.keyboard.press(key)


def expect_saved(page):
    expect(page.locator("[data-save-state]")).to_have_text(SAVED)


def stored():
    return TranscriptLabel.objects.values_list("value", "evidence_turns", "note").get()


def test_it_is_read_and_labelled_with_keys_alone(long_page, console_errors):
    press(long_page, "jjkjj")
    expect(long_page.locator("#turn-4")).to_be_focused()
    expect(long_page.locator("[data-here]")).to_have_text("4")
    expect(long_page.locator("[data-turn-link='4']")).to_have_attribute("aria-current", "true")
    press(long_page, "fjf")
    expect(long_page.locator("[data-evidence-words]")).to_have_text("turns 4, 5")
    press(long_page, "1")
    expect(long_page.locator("[data-next]")).to_be_focused()
    expect_saved(long_page)
    assert stored() == ("violation", [4, 5], "")
    press(long_page, "u")  # nothing from the bar at the foot
    expect(long_page.locator("[data-key-words]")).to_contain_text("Press r to go back to your label")
    press(long_page, "ru")
    expect(long_page.locator("input[name=value]:checked")).to_have_count(0)
    expect_saved(long_page)
    assert stored() == (None, [4, 5], "")
    assert console_errors == []


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_where_the_label_is_below_the_window_the_first_digit_only_shows_it(long_page, url, size):
    long_page.set_viewport_size({"width": size[0], "height": size[1]})
    open_at(long_page, url)
    press(long_page, "1")
    expect(long_page.locator("[data-key-words]")).to_have_text(
        "Your label is in view now. Press the key again."
    )
    expect(long_page.locator(".whole-answers")).to_be_in_viewport(ratio=1)
    expect(long_page.locator("input[name=value]:checked")).to_have_count(0)
    press(long_page, "1")
    expect_saved(long_page)
    assert stored() == ("violation", [], "")


def test_a_turn_is_marked_only_while_its_head_is_seen(long_page):
    press(long_page, "jj")
    long_page.evaluate("document.querySelector('#turn-3').style.paddingBottom = '3000px'; scrollBy(0, 1500)")
    expect(long_page.locator("[data-here]")).to_have_text("3")
    press(long_page, "f")
    expect(long_page.locator("[data-evidence-words]")).to_have_text("no turn is marked")
    expect(long_page.locator("#turn-3 .exchange-head")).to_be_in_viewport(ratio=1)
    press(long_page, "f")
    expect(long_page.locator("[data-evidence-words]")).to_have_text("turn 3")
    long_page.locator("#turn-40").scroll_into_view_if_needed()
    press(long_page, "u")
    expect(long_page.locator("[data-key-words]")).to_have_text(
        "The mark of turn 3 is in view now. Press the key again."
    )
    expect(long_page.locator("[data-evidence-words]")).to_have_text("turn 3")
    press(long_page, "u")
    expect(long_page.locator("[data-evidence-words]")).to_have_text("no turn is marked")


def test_cannot_judge_goes_to_its_note_and_is_saved_with_it(long_page):
    press(long_page, "3")
    expect(long_page.locator("#whole-note")).to_be_focused()
    expect(long_page.locator("[data-state]")).to_contain_text("why you cannot judge")
    long_page.keyboard.type("jf1 only type here")
    press(long_page, ["Escape"])
    expect(long_page.locator("#your-label")).to_be_focused()
    expect_saved(long_page)
    assert stored() == ("cannot judge", [], "jf1 only type here")


def test_without_network_it_is_kept_and_sent_after_a_reload(long_page, url):
    long_page.context.route(SAVES, lambda route: route.abort())
    press(long_page, "f2")
    expect(long_page.locator("[data-save-state]")).to_contain_text("Not saved, will retry")
    assert not TranscriptLabel.objects.exists()
    long_page.on("dialog", lambda dialog: dialog.accept())  # leaving with unsent answers warns
    long_page.context.unroute(SAVES)
    open_at(long_page, url)
    expect_saved(long_page)
    assert stored() == ("no violation", [1], "")


def test_a_conflict_shows_both_and_keeps_what_the_reader_wants(long_page, asha, opened):
    judge(asha, opened, "long-1", "no violation")
    press(long_page, "1")
    problem = long_page.locator(".criterion-problem")
    expect(problem).to_contain_text("no violation")
    expect(problem).to_contain_text("violation")
    assert_accessible(long_page)
    problem.get_by_role("button", name="Keep the one here").click()
    expect_saved(long_page)
    assert stored()[0] == "violation"


def test_it_says_where_the_reader_was_and_leads_there(long_page, url):
    long_page.locator("[data-turn-link='17']").click()
    expect(long_page.locator("[data-here]")).to_have_text("17")
    open_at(long_page, url)
    offer = long_page.locator("[data-resume]")
    expect(offer).to_contain_text("You were at turn 17.")
    offer.get_by_role("link", name="Go there").click()
    expect(long_page.locator("#turn-17")).to_be_focused()
    expect(long_page.locator("#turn-17")).to_be_in_viewport()


def test_reading_time_reaches_the_meter_when_the_page_is_left(page, sign_in, asha, url):
    sign_in(asha)
    page.clock.install()
    open_at(page, url)
    page.mouse.move(300, 300)
    page.clock.run_for(1200)
    page.goto("/account/exposure/")
    wait_until(page, ReadingTime.objects.exists, "the reading time")
    assert ReadingTime.objects.get().active_ms >= 1000


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_every_size_is_accessible_and_fits(long_page, url, console_errors, size):
    long_page.set_viewport_size({"width": size[0], "height": size[1]})
    open_at(long_page, url)
    assert_fits(long_page, size[0])
    assert_accessible(long_page)
    foot = long_page.locator(".label-foot").bounding_box()
    assert foot["y"] + foot["height"] <= size[1]
    assert console_errors == []


def test_it_works_without_javascript(browser, live_server, sign_in, asha, context, url):
    sign_in(asha)
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    plain.add_cookies(context.cookies())
    page = plain.new_page()
    page.goto(url)
    page.get_by_label("Evidence in turn 3", exact=True).check()
    page.locator("input[name=value][value=violation]").check()
    page.get_by_role("button", name="Save and go on").click()
    assert page.url.rstrip("/") != live_server.url + url.rstrip("/")
    assert stored() == ("violation", [3], "")
    plain.close()
