"""A key changes only what is marked and can be seen, in a real browser."""

import pytest
from playwright.sync_api import expect

from annotation.models import LabelEvent
from tests.annotation.labelling.browsing import Desk
from tests.annotation.scene import make_open_round, say_all
from tests.browser import wait_until

pytestmark = pytest.mark.browser

WIDE, PHONE, ZOOMED = (1280, 800), (360, 740), (640, 400)  # 1280 x 800 at 200 % is 640 x 400
IN_VIEW = "Criterion {} is in view now. Press the key again."
N_CRITERIA = 20


@pytest.fixture
def long_desk(page, sign_in, cast) -> Desk:
    """asha at an item of so many criteria that most are out of sight, in any window."""
    opened = make_open_round(cast, criteria=N_CRITERIA)
    sign_in(cast.clinicians[0])
    return Desk(page, cast.clinicians[0], opened)


def open_in(desk: Desk, size: tuple[int, int]) -> Desk:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    return desk.open()


def press(desk: Desk, keys: str) -> None:
    for key in keys:
        desk.page.keyboard.press(key)


def by_number(desk: Desk, n: int):
    """The n-th criterion of the page, which stands with others of its dimension."""
    return desk.page.locator(".criterion").nth(n - 1)


def expect_answer(desk: Desk, n: int, value: str | None) -> None:
    chosen = by_number(desk, n).locator("input[type=radio]:checked")
    expect(chosen).to_have_count(0) if value is None else expect(chosen).to_have_value(value)


def turn_the_wheel(desk: Desk, by: int) -> None:
    """Over the criteria, as far as it goes."""
    box = desk.page.locator("#label-form").bounding_box()
    desk.page.mouse.move(box["x"] + box["width"] / 2, desk.page.viewport_size["height"] / 2)
    desk.page.mouse.wheel(0, by)


def words(desk: Desk):
    return desk.page.locator("[data-key-words]")


def is_marked(desk: Desk, n: int) -> None:
    expect(desk.page.locator(".criterion.is-current .criterion-number")).to_have_text(str(n))


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
@pytest.mark.parametrize(("key", "value"), [("n", "not_met"), ("c", "cannot_judge")])
def test_after_the_wheel_the_first_press_shows_the_criterion_and_the_second_answers_it(
    long_desk, size, key, value
):
    open_in(long_desk, size)
    press(long_desk, "jjj")
    is_marked(long_desk, n := 4)
    turn_the_wheel(long_desk, 4000)
    expect(by_number(long_desk, n)).not_to_be_in_viewport()
    press(long_desk, key)
    expect(words(long_desk)).to_have_text(IN_VIEW.format(n))
    expect(by_number(long_desk, n).locator(".answers")).to_be_in_viewport(ratio=1)
    expect_answer(long_desk, n, None)
    press(long_desk, key)
    expect_answer(long_desk, n, value)
    expect(words(long_desk)).to_be_empty()


@pytest.mark.parametrize("size", [PHONE, ZOOMED])
def test_a_first_criterion_below_the_fold_is_shown_before_it_is_answered(long_desk, size):
    open_in(long_desk, size)
    long_desk.page.locator("[data-reply]").evaluate("(reply) => { reply.style.minHeight = '900px'; }")
    expect(by_number(long_desk, 1).locator(".answers")).not_to_be_in_viewport()
    press(long_desk, "m")
    expect(words(long_desk)).to_have_text(IN_VIEW.format(1))
    expect(by_number(long_desk, 1).locator(".answers")).to_be_in_viewport(ratio=1)
    expect_answer(long_desk, 1, None)
    press(long_desk, "m")
    expect_answer(long_desk, 1, "met")


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_whoever_revises_goes_on_in_order_and_overwrites_each_criterion_once(long_desk, size):
    say_all(long_desk.person, long_desk.round)
    open_in(long_desk, size)
    press(long_desk, "j" * (N_CRITERIA - 1) + "k")  # the last but one, of an item that is finished
    is_marked(long_desk, N_CRITERIA - 1)
    press(long_desk, "nn")
    expect_answer(long_desk, N_CRITERIA - 1, "not_met")
    expect_answer(long_desk, N_CRITERIA, "not_met")
    press(long_desk, "mmnn")  # and past the last one, nothing
    expect_answer(long_desk, N_CRITERIA - 1, "not_met")
    expect_answer(long_desk, N_CRITERIA, "not_met")
    expect_answer(long_desk, N_CRITERIA - 2, "met")


def test_one_key_too_many_after_the_last_answer_changes_nothing(desk):
    press(desk, "mmm")
    expect(desk.page.locator("[data-next]")).to_be_focused()
    expect(desk.page.locator(".criterion.is-current")).to_have_count(0)
    press(desk, "nnfuc")
    desk.page.keyboard.press("Control+z")
    desk.expect_answer(3, "met")
    expect(words(desk)).to_have_text("Nothing was changed. Press k to go back to criterion 3.")
    expect(desk.page.locator("[data-next]")).to_be_focused()
    press(desk, "k")
    is_marked(desk, 3)
    press(desk, "n")
    desk.expect_answer(3, "not_met")
    desk.expect_saved()
    assert LabelEvent.objects.count() == 4


def test_nothing_is_changed_while_the_next_conversations_note_has_the_focus(page, sign_in, cast):
    asha = cast.clinicians[0]
    asha.display = {}
    asha.save()
    opened = make_open_round(cast)
    sign_in(asha)
    desk = Desk(page, asha, opened)
    page.goto(desk.url)
    page.keyboard.press("o")
    expect(page.locator("html[data-script=on]")).to_be_attached()
    press(desk, "mmm")
    expect(page.locator("[data-next-note]")).to_be_focused()
    press(desk, "nmcfu")
    page.locator("[data-next-note] button").focus()
    press(desk, "nmcfu")
    desk.expect_answer(3, "met")
    desk.expect_saved()
    assert LabelEvent.objects.count() == 3


@pytest.mark.parametrize(
    "place",
    ["[data-reply]", "[data-conversation] > summary", ".conversation-scroll", ".criterion-note > summary"],
)
def test_with_the_focus_elsewhere_the_first_press_leads_back(desk, place):
    desk.page.locator(place).first.focus()
    for key in ("n", "f"):
        desk.page.locator(place).first.focus()
        press(desk, key)
        expect(words(desk)).to_have_text(IN_VIEW.format(1))
        expect(desk.criterion(1)).to_be_focused()
    desk.expect_answer(1, None)
    press(desk, "n")
    desk.expect_answer(1, "not_met")
    desk.expect_saved()
    assert LabelEvent.objects.count() == 1


def test_in_the_bar_at_the_foot_answer_keys_do_nothing(desk):
    desk.page.locator(".label-foot-skip button").focus()
    press(desk, "nfcu")
    desk.expect_answer(1, None)
    expect(desk.page.locator(".label-foot-skip button")).to_be_focused()
    desk.expect_held(0)


@pytest.mark.parametrize("size", [WIDE, PHONE, ZOOMED])
def test_undo_first_shows_what_it_takes_back(long_desk, size):
    open_in(long_desk, size)
    press(long_desk, "jkm")
    expect_answer(long_desk, 1, "met")
    turn_the_wheel(long_desk, 4000)
    expect(by_number(long_desk, 1)).not_to_be_in_viewport()
    press(long_desk, "u")
    expect_answer(long_desk, 1, "met")
    expect(words(long_desk)).to_have_text(IN_VIEW.format(1))
    expect(by_number(long_desk, 1).locator(".answers")).to_be_in_viewport(ratio=1)
    press(long_desk, "u")
    expect_answer(long_desk, 1, None)


def test_with_nothing_to_undo_it_says_so(desk):
    press(desk, "u")
    expect(words(desk)).to_have_text("There is nothing to undo here.")


@pytest.mark.parametrize("key", ["ArrowRight", "Space", "Enter"])
def test_the_browsers_own_keys_too_change_only_what_is_seen(long_desk, key):
    open_in(long_desk, WIDE)
    selector = {"Enter": "[data-clear]"}.get(key, "input[value=met]")
    if key == "Enter":
        by_number(long_desk, 1).get_by_text("Met", exact=True).click()
    by_number(long_desk, 1).locator(selector).focus()
    turn_the_wheel(long_desk, 4000)
    expect(by_number(long_desk, 1)).not_to_be_in_viewport()
    long_desk.page.keyboard.press(key)
    expect_answer(long_desk, 1, "met" if key == "Enter" else None)
    expect(by_number(long_desk, 1)).to_be_in_viewport(ratio=1)
    expect(words(long_desk)).to_have_text(IN_VIEW.format(1))
    long_desk.page.keyboard.press(key)
    expect_answer(long_desk, 1, {"ArrowRight": "not_met", "Space": "met", "Enter": None}[key])


def test_a_link_to_a_criterion_marks_that_one(long_desk):
    long_desk.page.set_viewport_size({"width": 1280, "height": 800})
    pk = long_desk.item.rubric_revision.criterion_versions.get(position=9).criterion_id
    long_desk.page.goto(f"{long_desk.url}#criterion-{pk}")
    expect(long_desk.page.locator("html[data-script=on]")).to_be_attached()
    marked = long_desk.page.locator(".criterion.is-current")
    expect(marked).to_have_id(f"criterion-{pk}")
    press(long_desk, "m")
    wait_until(long_desk.page, lambda: long_desk.values() == {"pilot-1-9": "met"}, "the answer")
