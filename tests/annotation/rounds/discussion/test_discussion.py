"""/rounds/ROUND/discussion/: what all three said, once the round is closed, and to whom."""

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.models import Label
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import MODEL_NAMES, make_open_round, say
from tests.html import html_of

URL = "round_discussion"


@pytest.fixture
def opened(cast):
    """One item: criterion 1 unanimous, 2 two to one with notes, 3 undecided and flagged."""
    asha, bela, carmen = cast.clinicians
    made = make_open_round(cast, tasks=1)
    for rater in cast.clinicians:
        say(rater, made, "pilot-1-1")
    say(asha, made, "pilot-1-2", "met", note="It does so in its second line.")
    say(bela, made, "pilot-1-2", "not_met", note="I do not find it.")
    say(carmen, made, "pilot-1-2", "met")
    say(asha, made, "pilot-1-3", "met", flagged=True)
    say(bela, made, "pilot-1-3", "not_met")
    return made


@pytest.fixture
def closed(cast, opened):
    return close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)


def read(client, person, show="") -> str:
    client.force_login(person)
    return html_of(client.get(reverse(URL, args=["pilot"]), {"show": show} if show else {}))


def test_contested_criteria_come_first_with_all_notes(client, cast, closed):
    page = read(client, cast.clinicians[1])
    assert "thing number 1" not in page
    assert page.index("thing number 2") < page.index("thing number 3")
    assert "It does so in its second line." in page
    assert "I do not find it." in page
    assert 'B <span class="quiet">(you)</span>' in page
    assert 'A <span class="quiet">(you)</span>' not in page
    assert not [
        rater.username for rater in (cast.clinicians[0], cast.clinicians[2]) if rater.username in page
    ]
    assert not [name for name in MODEL_NAMES if name in page]


@pytest.mark.parametrize(
    ("show", "criteria"),
    [
        ("contested", {2, 3}),
        ("unanimous", {1}),
        ("two_to_one", {2}),
        ("undecided", {3}),
        ("flagged", {3}),
        ("partly", set()),
        ("all", {1, 2, 3}),
    ],
)
def test_each_heading_shows_its_criteria(client, cast, closed, show, criteria):
    page = read(client, cast.admin, show)
    assert {n for n in (1, 2, 3) if f"thing number {n}" in page} == criteria


def test_reading_changes_nothing_and_only_admins_can_go_on(client, cast, closed):
    before = list(Label.objects.order_by("pk").values())
    link = reverse("round_reopen", args=["pilot"])
    assert link in read(client, cast.admin)
    assert link not in read(client, cast.clinicians[0])
    assert list(Label.objects.order_by("pk").values()) == before


def test_an_open_round_is_discussed_by_nobody(client, cast, opened):
    for person, status in (
        (cast.clinicians[0], 403),
        (cast.admin, 403),
        (cast.author, 404),
        (cast.viewer, 404),
        (cast.outsider, 404),
    ):
        client.force_login(person)
        assert client.get(reverse(URL, args=["pilot"])).status_code == status


def test_strangers_to_a_closed_round_do_not_find_it(client, cast, closed):
    for person in (cast.author, cast.viewer, cast.outsider):
        client.force_login(person)
        assert client.get(reverse(URL, args=["pilot"])).status_code == 404
    client.force_login(cast.admin)
    assert client.post(reverse(URL, args=["pilot"])).status_code == 405
