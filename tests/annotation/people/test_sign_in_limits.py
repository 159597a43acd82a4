"""Guessing passwords is slow from every side, and keeps nobody out who is known here."""

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from annotation.models import Person
from annotation.people.sign_in_limits import account_named
from config import settings as production_like
from tests.cast import PASSWORD
from tests.html import html_of

ATTACKER, CLINIC, ELSEWHERE = "203.0.113.7", "198.51.100.20", "192.0.2.44"


@pytest.fixture(autouse=True)
def real_limits(settings):
    settings.SIGN_IN_LIMITS = production_like.SIGN_IN_LIMITS
    settings.ACCOUNT_RATE_LIMITS = production_like.ACCOUNT_RATE_LIMITS
    cache.clear()
    yield
    cache.clear()


def try_in(client: Client, name: str, password: str = "wrong", ip: str = CLINIC) -> bool:
    """Whether the client is signed in by this."""
    client.post("/account/login/", {"login": name, "password": password}, REMOTE_ADDR=ip)
    is_in = "_auth_user_id" in client.session
    if is_in:
        client.post("/account/logout/", REMOTE_ADDR=ip)
    return is_in


def known_browser(name: str = "asha", ip: str = CLINIC) -> Client:
    client = Client()
    assert try_in(client, name, PASSWORD, ip)
    return client


def guess(times: int, *, ip: str = ATTACKER, names: tuple[str, ...] = ("asha",)) -> None:
    for number in range(times):
        try_in(Client(), names[number % len(names)], ip=ip)


@pytest.mark.parametrize(("wrong", "is_in"), [(4, True), (5, False)])
@pytest.mark.parametrize("names", [("asha",), ("asha@example.org",), ("asha", "asha@example.org", "ASHA")])
def test_name_and_address_count_as_one(cast, names, wrong, is_in):
    guess(wrong, names=names)
    assert try_in(Client(), "asha", PASSWORD, ATTACKER) is is_in
    cache.clear()
    guess(wrong, names=names)
    assert try_in(Client(), "asha@example.org", PASSWORD, ATTACKER) is is_in


def test_a_name_that_nobody_has_is_counted_the_same(cast):
    guess(5, names=("nobody-here",))
    answer = Client().post("/account/login/", {"login": "Nobody-Here", "password": "x"}, REMOTE_ADDR=ATTACKER)
    assert "There were too many attempts." in html_of(answer)


def test_right_passwords_use_nothing_up(cast):
    for _ in range(12):
        assert try_in(Client(), "asha", PASSWORD)


def test_a_stranger_elsewhere_does_not_keep_a_clinician_out(cast):
    guess(20)
    assert try_in(Client(), "asha", PASSWORD, CLINIC)


def test_a_stranger_on_the_same_network_does_not_either_where_she_is_known(cast):
    browser = known_browser()
    guess(20, ip=CLINIC)
    assert try_in(browser, "asha", PASSWORD)
    assert not try_in(Client(), "asha", PASSWORD)  # a browser that nobody knows there


def test_many_strangers_together_are_stopped_and_a_known_browser_is_not(cast):
    browser = known_browser()
    for last in range(10):
        guess(5, ip=f"203.0.113.{last}")
    assert not try_in(Client(), "asha", PASSWORD, ELSEWHERE)
    assert try_in(browser, "asha", PASSWORD, ELSEWHERE)  # and from wherever she carries it
    assert try_in(Client(), "bela", PASSWORD, ELSEWHERE)  # others are not touched


def test_one_address_tries_many_names_ten_times_a_minute(cast):
    names = tuple(f"name-{number}" for number in range(10))
    guess(10, names=names)
    assert not try_in(Client(), "bela", PASSWORD, ATTACKER)
    assert try_in(Client(), "bela", PASSWORD, CLINIC)


@pytest.mark.parametrize(("wrong", "is_in"), [(4, True), (5, False)])
def test_a_known_browser_has_a_limit_of_its_own(cast, wrong, is_in):
    browser = known_browser()
    for _ in range(wrong):
        try_in(browser, "asha")
    assert try_in(browser, "asha", PASSWORD) is is_in
    assert try_in(Client(), "asha", PASSWORD, ELSEWHERE)


def test_a_browser_known_of_one_person_is_a_strangers_to_another(cast):
    browser = known_browser("bela")
    guess(5, ip=CLINIC)
    assert not try_in(browser, "asha", PASSWORD)
    assert try_in(browser, "bela", PASSWORD)


def test_two_people_of_one_computer_are_both_known(cast):
    browser = known_browser("bela")
    assert try_in(browser, "asha", PASSWORD)
    guess(20, ip=CLINIC)
    assert try_in(browser, "asha", PASSWORD)
    assert try_in(browser, "bela", PASSWORD)


@pytest.mark.parametrize(("is_confirmed", "whose"), [(True, "gus"), (False, None)])
def test_an_address_is_a_persons_once_it_is_confirmed(cast, is_confirmed, whose):
    cast.outsider.emailaddress_set.create(email="second@example.org", verified=is_confirmed)
    named = account_named("Second@example.org")
    assert (named and named.username) == whose


def test_an_address_comes_before_a_user_name_that_looks_like_one(cast):
    Person.objects.filter(pk=cast.outsider.pk).update(username="asha@example.org")
    assert account_named("asha@example.org") == cast.clinicians[0]
    assert account_named("no\0name") is account_named("") is None


@pytest.mark.parametrize("cookie", ["", "made up", "eyJuYW1lIjoieCJ9:1:forged"])
def test_a_forged_cookie_is_nobodys(cast, cookie):
    client = Client()
    client.cookies["concord_device"] = cookie
    guess(5, ip=CLINIC)
    assert not try_in(client, "asha", PASSWORD)


def test_a_mailed_link_passes(cast):
    for last in range(10):
        guess(5, ip=f"203.0.113.{last}")
    guess(5, ip=ELSEWHERE)
    client = Client(REMOTE_ADDR=ELSEWHERE)
    client.post("/account/password/reset/", {"email": "asha@example.org"})
    address = re.search(r"/account/password/reset/key/\S+", mail.outbox[0].body)[0]
    form = client.get(address, follow=True)
    new = "an orchard in late autumn"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    for last in range(10):
        guess(5, ip=f"203.0.113.{last}")  # they go on
    assert try_in(client, "asha", new, ELSEWHERE)


def test_strangers_addresses_get_no_mail_and_the_answer_is_the_same(client, cast):
    answers = [
        client.post("/account/password/reset/", {"email": email}, follow=True)
        for email in ("asha@example.org", "nobody@example.org")
    ]
    assert [message.to for message in mail.outbox] == [["asha@example.org"]]
    mains = [html_of(answer).partition("<main")[2].partition("</main>")[0] for answer in answers]
    assert mains[0] == mains[1]


def test_a_clinicians_mailbox_is_not_flooded(cast):
    for last in range(9):
        answer = Client(REMOTE_ADDR=f"203.0.113.{last}").post(
            "/account/password/reset/", {"email": "asha@example.org"}
        )
    assert len(mail.outbox) == 5
    assert answer.status_code == 429
    assert "a link for a new password that was sent before still works" in html_of(answer)


def test_the_cookie_opens_nothing_and_is_out_of_reach_of_scripts(cast):
    browser = known_browser()
    cookie = browser.cookies["concord_device"]
    assert cookie["httponly"]
    assert browser.get("/").status_code == 302
    assert "asha" not in cookie.value
