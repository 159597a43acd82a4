"""/account/keys/: single keys can be changed and switched off (WCAG 2.1.4)."""

import pytest
from django.urls import reverse

from annotation.models import Person
from annotation.site.shortcuts import SHORTCUTS, key_problems, keys_of
from tests.html import html_of

pytestmark = pytest.mark.both_databases

USUAL = {shortcut.act: shortcut.key for shortcut in SHORTCUTS}


def test_the_usual_keys_are_sound():
    assert key_problems(USUAL) == {}


@pytest.mark.parametrize("key", ["", "mm", " ", "M", "h", "?", "\n", "n"])
def test_a_key_is_one_visible_sign_that_nothing_else_uses(key):
    problems = key_problems({**USUAL, "met": key})
    assert problems
    assert all(sentence.endswith(".") for sentence in problems.values())


@pytest.mark.parametrize(
    "stored",
    [
        None,
        {},
        {"keys": None},
        {"keys": "x"},
        {"keys": {"met": 1}},
        {"keys": {"met": "x", "flag": "x"}},
    ],
)
def test_what_cannot_be_used_is_passed_over(stored):
    assert keys_of(stored) == USUAL


def test_own_keys_are_used():
    assert keys_of({"keys": {"met": "1", "unknown": "q"}}) == {**USUAL, "met": "1"}


def test_an_act_that_came_later_takes_no_key_of_the_persons_own():
    before = {act: key for act, key in USUAL.items() if act != "open"}
    own = before | {"met": "n", "not_met": "m", "reply": "o"}
    assert keys_of({"keys": own}) == {**own, "open": "a"}  # "o" is taken, and "a" is the first that is free


def test_the_page_saves_keys_and_the_switch(client, cast):
    asha = cast.clinicians[0]
    asha.display = {"theme": "dark"}
    asha.save()
    client.force_login(asha)
    url = reverse("account_keys")
    assert 'value="m"' in html_of(client.get(url))
    assert client.post(url, {**USUAL, "met": "1", "not_met": "2"}).status_code == 302
    display = Person.objects.get(pk=asha.pk).display
    assert display["theme"] == "dark"
    assert (display["keys"]["met"], display["keys"]["not_met"]) == ("1", "2")
    assert display["shortcuts"] is False


def test_two_acts_on_one_key_are_refused_beside_the_field(client, cast):
    client.force_login(cast.clinicians[0])
    answer = client.post(reverse("account_keys"), {**USUAL, "flag": "m", "are_on": "on"})
    assert answer.status_code == 422
    assert "is taken already" in html_of(answer)
    assert "keys" not in Person.objects.get(username="asha").display


def test_strangers_are_sent_to_sign_in(client, db):
    assert client.get(reverse("account_keys")).status_code == 302
