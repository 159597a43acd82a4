"""Where one is signed in, signing out elsewhere, and sessions that nobody uses."""

import re
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as site_settings
from django.test import Client
from django.utils import timezone

from annotation.people.idle import BY_ITSELF
from annotation.people.invitations import invite_person
from annotation.templatetags.sessions import browser_words
from tests.annotation.people.test_invitations import ARRIVAL
from tests.annotation.scene import make_open_round
from tests.cast import PASSWORD
from tests.html import html_of

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"


def sign_in(name: str, *, remember: bool = False, agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    sent = {"login": name, "password": PASSWORD} | ({"remember": "on"} if remember else {})
    assert client.post("/account/login/", sent).status_code == 302
    return client


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (EDGE, "Edge on Windows"),
        (IPHONE, "Safari on iOS"),
        ("curl/8", "A browser on an unknown system"),
        ("", "A browser on an unknown system"),
    ],
)
def test_a_browser_is_named_as_people_do(agent, words):
    assert browser_words(agent) == words


def test_the_list_shows_ones_own_browsers_alone(cast):
    here, other = sign_in("farah"), sign_in("emre", agent=IPHONE)
    sign_in("farah", agent=EDGE)
    page = html_of(here.get("/account/sessions/"))
    assert "Firefox on Linux" in page
    assert "Edge on Windows" in page
    assert "Safari on iOS" not in page
    assert page.count("This browser") == 1
    assert page.count("/end/") == 1  # not for this browser
    assert "Sign out everywhere else" in page
    assert "Sign out everywhere else" not in html_of(other.get("/account/sessions/"))


def test_one_elsewhere_is_signed_out(cast):
    here, there, third = sign_in("farah"), sign_in("farah", agent=EDGE), sign_in("farah", agent=IPHONE)
    session = UserSession.objects.get(user_agent=EDGE)
    assert "That browser is signed out." in html_of(
        here.post(f"/account/sessions/{session.pk}/end/", follow=True)
    )
    assert there.get("/account/").status_code == 302
    assert third.get("/account/").status_code == here.get("/account/").status_code == 200


def test_everywhere_else_at_once(cast):
    here, there = sign_in("farah"), sign_in("farah", agent=EDGE)
    assert "Every other browser is signed out." in html_of(here.post("/account/sessions/", follow=True))
    assert there.get("/account/").status_code == 302
    assert here.get("/account/").status_code == 200


def test_ending_this_one_leads_to_the_sign_in_page(cast):
    here = sign_in("farah")
    answer = here.post(f"/account/sessions/{UserSession.objects.get().pk}/end/")
    assert answer.url == "/account/login/"
    assert here.get("/account/").status_code == 302


def test_nobody_ends_anothers_and_a_link_ends_nothing(cast):
    here, stranger = sign_in("farah"), sign_in("emre")
    address = f"/account/sessions/{UserSession.objects.get(user=cast.viewer).pk}/end/"
    assert stranger.post(address).status_code == 404
    assert here.get(address).status_code == 405
    assert Client().post(address).status_code == 302
    assert here.get("/account/").status_code == 200


def test_who_arrives_by_an_invitation_is_listed_too(client, cast):
    _, token = invite_person(actor=cast.admin, email="noor@example.org", roles=["viewer"])
    client.get(f"/invitation/{token}/")
    client.post("/invitation/", ARRIVAL)
    assert UserSession.objects.get().user.username == "noor"


@pytest.mark.parametrize(
    ("limit", "remember", "minutes", "is_in"),
    [
        (120, False, 119, True),
        (120, False, 121, False),
        (120, True, 121, True),
        (0, False, 121, True),
    ],
)
def test_a_session_that_nobody_uses_ends(cast, settings, time_machine, limit, remember, minutes, is_in):
    settings.SESSION_IDLE_MINUTES = limit
    client = sign_in("farah", remember=remember)
    client.get("/account/")
    time_machine.move_to(timezone.now() + timedelta(minutes=minutes))
    answer = client.get("/account/", follow=True)
    assert answer.wsgi_request.user.is_authenticated is is_in
    assert ("asked for nothing for 2 hours" in html_of(answer)) is not is_in


def test_use_keeps_a_session_and_is_noted_by_the_minute(cast, settings, time_machine):
    settings.SESSION_IDLE_MINUTES = 120
    client = sign_in("farah")
    for _ in range(4):
        time_machine.move_to(timezone.now() + timedelta(minutes=100))
        assert client.get("/account/").status_code == 200
    session = UserSession.objects.get()
    assert session.last_seen_at - session.created_at > timedelta(minutes=399)
    assert "last used" in html_of(client.get("/account/sessions/"))
    seen = client.session["seen_at"]
    time_machine.move_to(timezone.now() + timedelta(seconds=30))
    client.get("/account/")
    assert client.session["seen_at"] == seen


def test_what_a_script_asks_for_by_itself_is_no_use(cast, settings, time_machine):
    settings.SESSION_IDLE_MINUTES = 120
    client = sign_in("asha")
    client.get("/account/")
    for _ in range(3):
        time_machine.move_to(timezone.now() + timedelta(minutes=50))
        answer = client.get("/session/")
    assert answer.json()["person"] is None


def test_every_part_that_pages_ask_for_again_and_again_is_known():
    pattern = re.compile(r"hx-get=\"{% url '(\w+)'[^\"]*\" hx-trigger=\"every")
    texts = [path.read_text() for path in (site_settings.BASE_DIR / "templates").rglob("*.html")]
    asked = {name for text in texts for name in pattern.findall(text)}
    assert asked == {"ranking_progress", "job_progress"}
    assert asked <= set(BY_ITSELF)


def test_the_outbox_is_told_in_json(cast, settings, time_machine):
    settings.SESSION_IDLE_MINUTES = 120
    item = make_open_round(cast, tasks=1, criteria=1).items.first()
    client = sign_in("asha")
    client.get("/account/")
    time_machine.move_to(timezone.now() + timedelta(minutes=121))
    answer = client.post(f"/label/pilot/{item.pk}/save/", data={}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


@pytest.mark.parametrize(
    ("minutes", "words"), [(120, "2 hours"), (60, "1 hour"), (90, "90 minutes"), (1, "1 minute")]
)
def test_the_sign_in_page_says_how_long(client, db, settings, minutes, words):
    settings.SESSION_IDLE_MINUTES = minutes
    assert f"Otherwise you are signed out after {words} without opening a page." in html_of(
        client.get("/account/login/")
    )
    settings.SESSION_IDLE_MINUTES = 0
    assert "without opening a page" not in html_of(client.get("/account/login/"))


@pytest.mark.parametrize("remember", [True, False])
def test_the_cookie_goes_with_the_browser_unless_one_stays_signed_in(cast, remember):
    cookie = sign_in("farah", remember=remember).cookies["sessionid"]
    assert bool(cookie["max-age"]) is remember
