"""The keyboard on the labelling page, in a real browser."""

import pytest
from playwright.sync_api import expect

from annotation.models import Label, LabelEvent
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from tests.annotation.labelling.browsing import Desk
from tests.annotation.scene import make_open_round, revise, say_all
from tests.browser import wait_until

pytestmark = pytest.mark.browser


def count_presses(page) -> None:
    page.add_init_script(
        "window.presses = Number(sessionStorage.presses || 0);"
        "addEventListener('keydown', () => { sessionStorage.presses = ++window.presses; }, true);"
    )


def test_ten_criteria_take_eleven_presses(page, sign_in, cast):
    opened = make_open_round(cast, criteria=10)
    sign_in(cast.clinicians[0])
    count_presses(page)
    at = Desk(page, cast.clinicians[0], opened).open()
    first_page = page.url
    for key in "mmnmnmmnmm":
        page.keyboard.press(key)
    page.keyboard.press(".")
    page.wait_for_url(lambda url: url != first_page)
    assert page.evaluate("Number(sessionStorage.presses)") == 11
    at.expect_held(0)  # what a slow server had not taken yet is sent from the next page
    assert sorted(at.values()) == sorted(f"pilot-1-{n}" for n in range(1, 11))
    assert list(at.values().values()).count("not_met") == 3
    # without the key for "next", Enter on what has the focus by then does the same
    for key in "m" * 10:
        page.keyboard.press(key)
    expect(page.locator("[data-next]")).to_be_focused()


def test_with_the_note_first_too_the_next_conversation_opens_with_the_eleventh_press(page, sign_in, cast):
    asha = cast.clinicians[0]
    asha.display = {}
    asha.save()
    opened = make_open_round(cast, criteria=10)
    sign_in(asha)
    count_presses(page)
    at = Desk(page, asha, opened)
    page.goto(at.url)
    page.keyboard.press("o")  # the first conversation of a sitting
    expect(page.locator("html[data-script=on]")).to_be_attached()
    expect(page.locator("[data-next-note]")).to_be_hidden()
    page.evaluate("sessionStorage.presses = window.presses = 0")
    page.keyboard.press("o")  # nothing to open yet
    assert page.url.endswith(at.url)
    for key in "mmnmnmmnmm":
        page.keyboard.press(key)
    expect(page.locator("[data-next-note]")).to_be_focused()
    page.keyboard.press("o")
    page.wait_for_url(lambda url: not url.endswith(at.url))
    expect(page.get_by_role("heading", name="Reply to judge")).to_be_visible()
    assert page.evaluate("Number(sessionStorage.presses)") == 1 + 11  # with the one that opened nothing
    at.expect_held(0)
    assert sorted(at.values()) == sorted(f"pilot-1-{n}" for n in range(1, 11))


def test_no_answer_looks_suggested_while_the_keys_move_on(desk):
    desk.page.keyboard.press("m")
    expect(desk.criterion(2)).to_be_focused()
    desk.expect_answer(2, None)
    desk.expect_answer(3, None)


def test_cannot_judge_asks_for_its_note_and_goes_on(desk):
    desk.page.keyboard.press("c")
    note = desk.criterion(1).locator("textarea")
    expect(note).to_be_focused()
    expect(desk.criterion(1).locator("[data-state]")).to_contain_text("why you cannot judge")
    desk.page.keyboard.type("my name is in it, not much more")  # m, n, c and u only type here
    desk.page.keyboard.press("Control+Enter")
    expect(desk.criterion(2)).to_be_focused()
    desk.expect_saved()
    label = Label.objects.get()
    assert (label.value, label.note) == ("cannot_judge", "my name is in it, not much more")


def test_undo_brings_the_last_change_back(desk):
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("u")
    desk.expect_answer(1, None)
    desk.page.keyboard.press("n")
    desk.expect_answer(1, "not_met")
    desk.page.keyboard.press("k")
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("Control+z")
    desk.expect_answer(1, "not_met")
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "not_met"}
    assert [event.new_value for event in LabelEvent.objects.all()] == [
        "met",
        None,
        "not_met",
        "met",
        "not_met",
    ]


def test_undo_leaves_what_another_window_wrote(desk, context):
    second = Desk(context.new_page(), desk.person, desk.round).open()
    desk.page.keyboard.press("m")
    desk.expect_saved()
    second.page.keyboard.press("k")
    second.page.keyboard.press("e")
    second.page.keyboard.type("Written elsewhere.")
    expect(desk.criterion(1).locator("textarea")).to_have_value("Written elsewhere.")
    desk.page.keyboard.press("u")
    desk.expect_answer(1, None)
    wait_until(desk.page, lambda: Label.objects.get().value is None, "the undo")
    assert Label.objects.get().note == "Written elsewhere."
    desk.page.keyboard.press("m")
    wait_until(desk.page, lambda: Label.objects.get().value == "met", "the answer")
    second.choose(1, "Not met")
    wait_until(desk.page, lambda: Label.objects.get().value == "not_met", "the answer of the other window")
    desk.expect_answer(1, "not_met")
    desk.page.keyboard.press("k")
    desk.page.keyboard.press("u")
    expect(desk.page.locator("[data-key-words]")).to_contain_text(
        "changed elsewhere since; nothing was undone"
    )
    assert Label.objects.get().value == "not_met"


def test_flag_and_moving_between_criteria(desk):
    for key in ("j", "f", "j", "k", "f", "k", "f"):
        desk.page.keyboard.press(key)
    desk.expect_saved()
    flags = {label.criterion.criterion_id: label.flagged for label in Label.objects.all()}
    assert flags == {"pilot-1-1": True, "pilot-1-2": False}


def test_arrows_work_within_the_native_group(desk):
    desk.criterion(1).locator("input[value=met]").focus()
    desk.page.keyboard.press("ArrowRight")
    desk.expect_answer(1, "not_met")
    desk.page.keyboard.press("ArrowLeft")
    desk.expect_answer(1, "met")
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "met"}


def test_enter_on_an_answer_never_presses_another_button(desk):
    desk.page.keyboard.press("m")
    desk.expect_saved()
    desk.criterion(2).locator("input[value=met]").focus()
    desk.page.keyboard.press("Enter")
    desk.expect_answer(1, "met")


def test_the_question_mark_lists_the_keys_and_a_dialog_takes_no_others(desk):
    desk.page.keyboard.press("?")
    dialog = desk.page.locator("#keys")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Undo the last change")
    desk.page.keyboard.press("m")
    desk.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    desk.expect_answer(1, None)
    assert not LabelEvent.objects.exists()


def test_keys_with_a_modifier_are_the_browsers(desk):
    for key in ("Control+m", "Alt+n", "Meta+m"):
        desk.page.keyboard.press(key)
    desk.expect_answer(1, None)


def test_keys_can_be_switched_off_and_changed(desk):
    desk.person.display |= {"shortcuts": False}
    desk.person.save()
    desk.open().page.keyboard.press("m")
    desk.expect_answer(1, None)
    desk.person.display |= {"shortcuts": True, "keys": {"met": "1", "flag": "m"}}
    desk.person.save()
    desk.open().page.keyboard.press("m")
    desk.expect_answer(1, None)
    expect(desk.criterion(1).locator("input[type=checkbox]")).to_be_checked()
    desk.page.keyboard.press("1")
    desk.expect_answer(1, "met")


def test_a_reworded_criterion_is_confirmed_with_one_key(page, sign_in, cast):
    opened = make_open_round(cast, tasks=1, criteria=2)
    say_all(cast.clinicians[0], opened)
    task = opened.items.get().response.task
    revision = revise(task, {"pilot-1-1": "It does the first thing.", "pilot-1-2": "It does the second."})
    move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)
    sign_in(cast.clinicians[0])
    at = Desk(page, cast.clinicians[0], opened).open()
    expect(page.locator("[data-answered]")).to_have_text("0")
    page.keyboard.press("y")
    expect(page.locator("[data-answered]")).to_have_text("1")
    at.expect_saved()
    page.keyboard.press("k")
    page.keyboard.press("u")  # and waits for its word again
    expect(page.locator("[data-answered]")).to_have_text("0")
    expect(at.criterion(1).locator(".criterion-changed")).to_be_visible()
    wait_until(page, lambda: Label.objects.filter(standing="confirm").count() == 2, "the standing")
    page.keyboard.press("y")
    expect(at.criterion(1).locator(".criterion-changed")).to_be_hidden()
    wait_until(page, lambda: Label.objects.filter(standing="confirm").count() == 1, "the confirmation")
    page.goto("/label/pilot/confirm/")  # the queue: the same key, one label after the other
    page.set_viewport_size({"width": 640, "height": 300})
    page.evaluate("document.querySelector('main').style.paddingBottom = '2000px'; scrollTo(0, 1500)")
    page.keyboard.press("y")  # out of sight: it is shown and nothing else
    expect(page.get_by_role("button", name="Yes, it still holds")).to_be_in_viewport(ratio=1)
    assert Label.objects.filter(standing="confirm").count() == 1
    page.keyboard.press("y")
    expect(page.get_by_text("Nothing waits for your word")).to_be_visible()
    assert set(Label.objects.values_list("value", "standing")) == {("met", "stands")}
