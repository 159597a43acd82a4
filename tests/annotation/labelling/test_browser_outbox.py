"""Nothing lost, nothing twice, no false "Saved": the outbox in a real browser."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import expect

from annotation.assignments.progress import round_progress
from annotation.models import Label, LabelEvent
from annotation.rounds.open_and_close import close_round
from tests.annotation.labelling.browsing import Desk
from tests.annotation.scene import say
from tests.browser import assert_accessible, wait_until

pytestmark = pytest.mark.browser

KEPT = "Not saved, will retry; your work is kept on this computer."


def come_back(page) -> None:
    """The network is back: the browser says so, and the page sends at once."""
    page.evaluate("dispatchEvent(new Event('online'))")


def test_an_answer_is_saved_as_it_is_given(desk, context):
    other = context.new_page()
    other.goto("/support/")
    desk.choose(1, "Met")
    desk.expect_saved()
    expect(other.locator("[data-unsent-note]")).to_be_hidden()  # it is no word about that page
    assert desk.values() == {"pilot-1-1": "met"}
    desk.expect_held(0)


def test_offline_is_said_and_everything_is_sent_when_the_network_is_back(desk):
    desk.break_saves()
    desk.choose(1, "Met")
    desk.choose(2, "Not met")
    desk.choose(1, "Not met")
    expect(desk.state).to_have_text(KEPT)
    expect(desk.criterion(1).locator("[data-state]")).to_have_text("Not saved yet")
    desk.expect_held(3)
    desk.mend_saves()
    come_back(desk.page)
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "not_met", "pilot-1-2": "not_met"}
    assert LabelEvent.objects.count() == 3


def test_unsent_answers_survive_a_reload_and_are_sent_from_another_page(desk):
    desk.break_saves()
    desk.choose(1, "Met")
    desk.criterion(2).locator("summary").click()
    desk.criterion(2).locator("textarea").fill("A thought on the second.")
    desk.page.evaluate("addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)")
    desk.open()  # pagehide writes down what was still being typed
    desk.expect_answer(1, "met")
    expect(desk.criterion(2).locator("textarea")).to_have_value("A thought on the second.")
    expect(desk.state).to_have_text(KEPT)
    desk.mend_saves()
    desk.page.evaluate("addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)")
    desk.page.goto("/label/")
    expect(desk.state).to_contain_text("Saved")
    labels = {label.criterion.criterion_id: (label.value, label.note) for label in Label.objects.all()}
    assert labels == {"pilot-1-1": ("met", ""), "pilot-1-2": (None, "A thought on the second.")}


def test_an_error_after_the_commit_makes_no_second_label(desk):
    answers = []

    def fail_after_saving(route):
        answers.append(route.fetch().status)
        route.fulfill(status=500, body="the answer was lost")

    desk.break_saves(fail_after_saving)
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    assert answers[0] == 200
    desk.mend_saves()
    come_back(desk.page)
    desk.expect_saved()
    assert LabelEvent.objects.count() == 1
    assert Label.objects.get().version == 1


def test_saved_is_only_said_on_the_servers_word(desk):
    """A guest network answers with a page of its own; other false answers are in transport.test.js."""
    answer = {"status": 200, "body": "<html>Welcome</html>", "content_type": "text/html"}
    desk.break_saves(lambda route: route.fulfill(**answer))
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.expect_held(1)


def test_a_double_click_is_one_answer(desk):
    desk.criterion(1).get_by_text("Met", exact=True).dblclick()
    desk.expect_saved()
    assert LabelEvent.objects.count() == 1


def test_signing_in_again_in_place_sends_what_was_kept(desk, context):
    Session.objects.all().delete()
    desk.choose(1, "Met")
    dialog = desk.page.locator("#sign-in-again")
    expect(dialog).to_contain_text("One answer is not saved yet.")
    expect(desk.state).to_contain_text("Sign in again; your work is kept on this computer")
    with context.expect_page() as opened:
        dialog.get_by_role("link", name="Sign in in a new tab").click()
    second = opened.value
    second.locator("input[name=login]").fill("asha")
    second.locator("input[name=password]").fill("a quiet room with tea")
    second.locator("main button[type=submit]").first.click()
    expect(second.get_by_role("heading", name="You are signed in again")).to_be_visible()
    second.close()
    desk.page.bring_to_front()
    come_back(desk.page)
    desk.expect_saved()
    expect(dialog).to_be_hidden()
    assert desk.values() == {"pilot-1-1": "met"}


def test_a_csrf_token_that_ended_is_renewed_without_asking(desk, context, live_server):
    client = Client()
    client.force_login(desk.person)  # another session, and with it another token
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.clear_cookies()
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    desk.choose(1, "Met")
    desk.expect_saved()
    expect(desk.page.locator("#sign-in-again")).to_be_hidden()


def test_nobody_elses_outbox_is_shown_or_sent(desk, cast, sign_in, context):
    desk.break_saves()
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.mend_saves()
    bela = cast.clinicians[1]
    sign_in(bela)
    come_back(desk.page)
    expect(desk.state).to_contain_text("somebody else is signed in")
    theirs = Desk(context.new_page(), bela, desk.round).open()  # the same item, by the same address
    theirs.expect_answer(1, None)
    theirs.choose(2, "Not met")
    theirs.expect_saved()
    assert desk.values() == {}
    assert theirs.values() == {"pilot-1-2": "not_met"}
    sign_in(desk.person)
    come_back(desk.page)
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "met"}


def test_two_tabs_show_the_same_and_lose_nothing(desk, context):
    second = Desk(context.new_page(), desk.person, desk.round).open()
    desk.choose(1, "Met")
    desk.expect_saved()
    second.expect_answer(1, "met")
    second.choose(1, "Not met")
    second.choose(2, "Met")
    second.expect_saved()
    desk.expect_answer(1, "not_met")
    desk.expect_answer(2, "met")
    assert desk.values() == {"pilot-1-1": "not_met", "pilot-1-2": "met"}
    assert LabelEvent.objects.count() == 3


@pytest.mark.parametrize(("keep", "value"), [("saved", "met"), ("mine", "not_met")])
def test_a_conflict_shows_both_answers_and_keeps_the_chosen_one(desk, keep, value):
    say(desk.person, desk.round, "pilot-1-1", "met", note="From the computer at home.")
    desk.choose(1, "Not met")
    expect(desk.state).to_have_text("One answer is not saved and needs your word.")
    problem = desk.criterion(1).locator(".criterion-problem")
    expect(problem).to_contain_text("Met, with the note “From the computer at home.”")
    expect(problem).to_contain_text("Not met")
    desk.expect_held(1)
    problem.locator(f"[data-keep={keep}]").click()
    expect(problem).to_have_count(0)
    desk.expect_answer(1, value)
    expect(desk.state).not_to_contain_text("not saved")
    desk.expect_held(0)
    label = Label.objects.get()
    assert (label.value, label.note) == (value, "From the computer at home.")


def test_what_is_refused_is_kept_with_its_reason(desk, cast):
    close_round(actor=cast.admin, round=desk.round, confirmed_holes=round_progress(desk.round).n_holes)
    desk.choose(1, "Met")
    problem = desk.criterion(1).locator(".criterion-problem")
    expect(problem).to_contain_text("This round is not open any more")
    expect(problem).to_contain_text("Met")
    desk.expect_held(1)
    desk.page.locator("[data-unsent-button]").click()
    expect(desk.criterion(1)).to_be_focused()
    desk.page.on("dialog", lambda dialog: dialog.accept())  # leaving with something unsaved
    desk.page.goto("/label/")  # it is listed away from its page too
    desk.page.locator("[data-unsent-button]").click()
    expect(desk.page.locator("#unsent")).to_contain_text("This round is not open any more")
    expect(desk.page.locator("#unsent")).to_contain_text("criterion 1: “The reply does the thing number 1.”")
    desk.page.locator("#unsent").get_by_role("button", name="Discard it").click()
    desk.expect_held(0)
    assert not Label.objects.exists()


def test_all_that_a_closed_round_refused_is_copied_and_discarded_at_once(desk, cast, context):
    close_round(actor=cast.admin, round=desk.round, confirmed_holes=round_progress(desk.round).n_holes)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.choose(1, "Met")
    desk.choose(2, "Not met")
    expect(desk.state).to_have_text("2 answers are not saved and need your word.")
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.goto("/account/keys/")  # any page shows them
    desk.page.locator("[data-unsent-button]").click()
    dialog = desk.page.locator("#unsent")
    assert_accessible(desk.page)
    dialog.get_by_role("button", name="Copy all").click()
    expect(dialog.locator("[data-unsent-said]")).to_have_text("Copied.")
    lines = desk.page.evaluate("navigator.clipboard.readText()").split("\n")
    assert [line.split(":")[0].split(", ")[1] for line in lines] == ["criterion 1", "criterion 2"]
    assert "Not met. This round is not open any more" in lines[1]
    dialog.get_by_role("button", name="Discard all", exact=True).click()
    desk.expect_held(2)  # not without a second word
    dialog.get_by_role("button", name="Discard all 2 for ever").click()
    desk.expect_held(0)
    expect(dialog).to_contain_text("Nothing is left here.")


def leave_unsent(desk) -> None:
    """One answer that cannot reach the server, and off to a page that is about something else."""
    desk.break_saves()
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.goto("/support/")
    expect(desk.state).to_have_text(KEPT)


def test_every_page_sends_what_is_left(desk):
    leave_unsent(desk)
    desk.mend_saves()
    come_back(desk.page)
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "met"}


def test_what_another_page_sends_is_known_where_it_was_answered(desk, context):
    desk.break_saves()
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.mend_saves()
    context.new_page().goto("/support/")  # sends it
    desk.expect_saved()
    desk.expect_answer(1, "met")
    desk.choose(1, "Not met")  # on the version that the other page got
    wait_until(desk.page, lambda: desk.values() == {"pilot-1-1": "not_met"}, "the second answer")


def test_signing_out_names_how_many_answers_are_not_saved(desk):
    leave_unsent(desk)
    desk.page.locator(".person-menu summary").click()
    sign_out = desk.page.get_by_role("button", name="Sign out")
    sign_out.click()
    dialog = desk.page.locator("#ends-unsent")
    expect(dialog).to_contain_text("One answer is not saved yet")
    assert_accessible(desk.page)
    dialog.get_by_role("button", name="Stay").click()
    desk.expect_held(1)
    assert "/support/" in desk.page.url
    desk.page.locator(".person-menu summary").click()
    sign_out.click()
    dialog.get_by_role("button", name="Go on all the same").click()
    expect(desk.page.get_by_role("heading", name="Sign in to Concord")).to_be_visible()
    expect(desk.page.locator("[data-held]")).to_contain_text("One answer is kept on this computer")
    desk.expect_held(1)


def test_signing_out_sends_first_what_can_be_sent(desk):
    leave_unsent(desk)
    desk.mend_saves()
    desk.page.locator(".person-menu summary").click()
    desk.page.get_by_role("button", name="Sign out").click()
    expect(desk.page.get_by_role("heading", name="Sign in to Concord")).to_be_visible()
    expect(desk.page.locator("[data-held]")).to_be_hidden()
    desk.expect_held(0)
    assert desk.values() == {"pilot-1-1": "met"}


def test_leaving_out_an_item_names_how_many_of_its_answers_are_lost(desk):
    leave_unsent(desk)
    desk.page.goto(f"{desk.url}leave-out/")
    desk.page.get_by_role("button", name="Leave out this conversation").click()
    dialog = desk.page.locator("#ends-unsent")
    expect(dialog).to_contain_text("One answer is not saved yet")
    dialog.get_by_role("button", name="Go on all the same").click()
    own = desk.person.assignments.active().filter(item=desk.item)
    wait_until(desk.page, lambda: not own.exists(), "the item to go")


def test_an_answer_whose_quick_copy_was_lost_with_the_browser_comes_back(desk):
    """The disk has it before the page says so; localStorage may lose its last seconds."""
    desk.break_saves()
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.page.on("dialog", lambda dialog: dialog.accept())
    desk.page.evaluate("localStorage.clear()")
    desk.open()
    desk.expect_answer(1, "met")
    desk.mend_saves()
    come_back(desk.page)
    desk.expect_saved()
    assert desk.values() == {"pilot-1-1": "met"}
    desk.open()  # and once it is saved, it is gone for good
    desk.expect_held(0)
    assert LabelEvent.objects.count() == 1


def test_leaving_with_unsent_answers_warns_and_going_on_does_not(desk):
    asked = []
    desk.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    desk.break_saves()
    desk.choose(1, "Met")
    expect(desk.state).to_have_text(KEPT)
    desk.page.locator("[data-next]").click()  # the next item sends it as well as this one
    desk.page.wait_for_url(lambda url: desk.url not in url)
    assert asked == []
    expect(desk.state).to_have_text(KEPT)
    desk.page.get_by_role("link", name="Concord", exact=True).click()
    desk.page.wait_for_url("**/")
    assert asked == ["beforeunload"]


def test_a_note_is_saved_while_it_is_written(desk):
    desk.page.keyboard.press("e")
    desk.page.keyboard.type("It names the risk in its first line.")
    desk.expect_saved()
    assert Label.objects.get().note == "It names the risk in its first line."
    assert Label.objects.get().value is None
