"""What is entered before the scripts have come is taken over when they do, and saved."""

import pytest
from playwright.sync_api import expect

from annotation.models import TranscriptLabel
from tests.annotation.labelling.browsing import Desk
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_open_round, say
from tests.browser import wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def late(page):
    """Call it with an address to open the page without its scripts; what it returns lets them in."""
    held = []

    def open_without_scripts(url):
        page.route("**/labelling/**main*.js", lambda route: held.append(route))
        page.goto(url, wait_until="commit")
        expect(page.locator(".label-foot")).to_be_attached()
        wait_until(page, lambda: held, "the request for the scripts")

        def let_in():
            for route in held:
                route.continue_()
            expect(page.locator("html[data-script=on]")).to_be_attached()

        return let_in

    return open_without_scripts


def test_answers_flags_and_notes_are_taken_over(page, sign_in, cast, late):
    asha = cast.clinicians[0]
    opened = make_open_round(cast, criteria=5)
    say(asha, opened, "pilot-1-5", "met", flagged=True, note="Stays.")
    sign_in(asha)
    desk = Desk(page, asha, opened)
    let_in = late(desk.url)
    desk.choose(1, "Met")
    desk.criterion(2).locator("summary").click()
    desk.criterion(2).locator("textarea").fill("Typed early.")
    desk.choose(2, "Cannot judge")
    desk.criterion(3).locator("input[type=checkbox]").check()
    desk.choose(5, "Not met")
    let_in()
    desk.expect_answer(1, "met")
    desk.expect_answer(5, "not_met")
    desk.expect_saved()
    stored = {
        label.criterion.criterion_id[-1]: (label.value, label.note, label.flagged)
        for label in asha.labels.select_related("criterion")
    }
    assert stored == {
        "1": ("met", "", False),
        "2": ("cannot_judge", "Typed early.", False),
        "3": (None, "", True),
        "5": ("not_met", "Stays.", True),
    }


def test_what_was_not_touched_is_not_sent(page, sign_in, cast, late):
    asha = cast.clinicians[0]
    opened = make_open_round(cast)
    say(asha, opened, "pilot-1-1", "met", flagged=True, note="Two\nlines.")
    sign_in(asha)
    desk = Desk(page, asha, opened)
    late(desk.url)()
    desk.expect_answer(1, "met")
    desk.expect_held(0)
    assert asha.label_events.count() == 1


def test_a_long_conversations_label_and_marks_are_taken_over(page, sign_in, cast, late):
    asha = cast.clinicians[0]
    opened = make_open_long_round(cast)
    sign_in(asha)
    let_in = late(f"/label/long/{own_long(asha, opened, 'long-1').item_id}/")
    page.get_by_label("Evidence in turn 2", exact=True).check()
    page.locator("input[name=value][value=violation]").check()
    page.locator("#whole-note").fill("Early.")
    let_in()
    wait_until(page, lambda: TranscriptLabel.objects.filter(version=3).exists(), "the label")
    stored = TranscriptLabel.objects.values_list("value", "evidence_turns", "note").get()
    assert stored == ("violation", [2], "Early.")
