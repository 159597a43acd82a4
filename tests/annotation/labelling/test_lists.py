"""/label/ and /label/ROUND/: a rater's rounds and items, and where they were."""

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.rounds.changes.guidelines import revise_guidelines
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, make_round, own_assignment, say, say_all
from tests.html import html_of


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def get(client, asha):
    client.force_login(asha)
    return lambda name, *args: html_of(client.get(reverse(name, args=args)))


def test_home_lists_open_and_closed_rounds_of_the_rater(cast, get):
    opened = make_open_round(cast, name="now", title="The present round")
    make_round(cast, name="a draft")
    done = make_open_round(cast, name="before")
    close_round(actor=None, round=done, confirmed_holes=round_progress(done).n_holes)
    page = get("label_home")
    assert "The present round" in page
    assert "Begin" in page
    assert "a draft" not in page
    assert reverse("round_discussion", args=["before"]) in page
    say_all(cast.clinicians[0], opened)
    assert "Look again" in get("label_home")


def test_home_without_rounds_says_what_will_be_here(get):
    assert "Nothing to label now" in get("label_home")


def test_a_round_lists_the_items_with_their_state_and_the_way_back(cast, asha, get):
    opened = make_open_round(cast, criteria=2)
    assert "Go to the next item" in get("label_round", "pilot")
    say(asha, opened, "pilot-2-1")
    page = get("label_round", "pilot")
    begun = own_assignment(asha, opened, "pilot-2")
    assert "1 of 2" in page
    assert "Not begun" in page
    assert "Go on where you were" in page
    action = page.split('class="page-action"')[1].split("</div>")[0]
    assert reverse("label_item", args=["pilot", begun.item_id]) in action
    say(asha, opened, "pilot-2-2")
    for n in (1, 2):
        say(asha, opened, f"pilot-1-{n}")
    assert "You have answered everything" in get("label_round", "pilot")


def test_guidelines_have_their_own_page_and_show_the_newest(cast, get):
    opened = make_open_round(cast, guidelines="The first words.")
    revise_guidelines(actor=cast.admin, round=opened, text="The *second* words.")
    page = get("label_guidelines", "pilot")
    assert "Version 2" in page
    assert "<em>second</em>" in page


@pytest.mark.parametrize("name", ["label_round", "label_guidelines", "label_confirm"])
def test_who_reaches_the_pages_of_a_round(client, cast, name):
    make_open_round(cast)
    url = reverse(name, args=["pilot"])
    for person, status in ((cast.clinicians[2], 200), (cast.admin, 403), (cast.outsider, 403)):
        client.force_login(person)
        assert client.get(url).status_code == status
    client.force_login(cast.clinicians[0])
    assert client.get(reverse(name, args=["no such round"])).status_code == 404
    assert client.put(url).status_code == 405
    client.logout()
    assert client.get(url).status_code == 302


def test_a_clinician_of_another_round_finds_nothing(client, cast):
    make_open_round(cast)
    stranger = cast.author
    stranger.role_grants.create(role="clinician")
    client.force_login(stranger)
    assert client.get(reverse("label_round", args=["pilot"])).status_code == 404
