"""A criterion is reworded while a rater's page is open: an answer to the old words is none to the new."""

import json
import re
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.models import Label
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from tests.annotation.scene import make_open_round, own_assignment, revise, say
from tests.html import html_of

TYPO, WORDING = "The reply does the thing, number 1.", "The reply does the first thing."


@pytest.fixture
def opened(cast):
    return make_open_round(cast, tasks=1, criteria=1)


@pytest.fixture
def own(cast, opened):
    return own_assignment(cast.clinicians[0], opened, "pilot-1")


@pytest.fixture
def reword(cast, opened, own):
    """Bring other words for the one criterion into the round."""

    def bring(text: str, edit_class: str) -> None:
        task = own.item.response.task
        revision = revise(task, {"pilot-1-1": text}, edit_class=edit_class)
        move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)

    return bring


@pytest.fixture
def page(client, cast, own):
    client.force_login(cast.clinicians[0])
    return lambda: html_of(client.get(reverse("label_item", args=["pilot", own.item_id])))


def send(client, own, page: str, value: str = "met"):
    """What the open page sends for its one criterion."""
    body = {
        "uuid": str(uuid4()),
        "criterion": "pilot-1-1",
        "criterion_version": int(re.search(r'data-words="(\d+)"', page)[1]),
        "change": {"value": value},
        "version": 0,
    }
    url = reverse("label_save", args=["pilot", own.item_id])
    return client.post(url, json.dumps(body), content_type="application/json")


@pytest.mark.parametrize("edit_class", ["wording", "meaning"])
def test_an_answer_to_words_that_are_gone_is_refused(client, own, page, reword, edit_class):
    before = page()
    reword(WORDING, edit_class)
    answer = send(client, own, before)
    assert (answer.status_code, answer.json()["code"]) == (409, "reworded")
    assert not Label.objects.exists()
    assert send(client, own, page()).status_code == 200
    assert Label.objects.get().criterion_version.text == WORDING


def test_a_typo_refuses_nothing(client, own, page, reword):
    before = page()
    reword(TYPO, "typo")
    assert send(client, own, before).status_code == 200
    assert Label.objects.get().criterion_version.text == TYPO


def test_the_plain_form_shows_the_new_words_and_keeps_what_was_chosen(client, own, page, reword):
    before = page()
    reword(WORDING, "wording")
    url = reverse("label_item", args=["pilot", own.item_id])
    fields = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', before))
    key = next(name for name in fields if name.startswith("words-")).removeprefix("words-")
    answer = client.post(url, fields | {f"value-{key}": "not_met"})
    shown = html_of(answer)
    assert answer.status_code == 409
    assert WORDING in shown
    assert f'name="value-{key}" value="not_met" checked' in shown
    assert not Label.objects.exists()
    fields = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', shown))
    assert client.post(url, fields | {f"value-{key}": "not_met"}).status_code == 302
    assert Label.objects.get().value == "not_met"


def test_words_that_changed_again_are_not_confirmed_unread(client, cast, opened, own, page, reword):
    say(cast.clinicians[0], opened, "pilot-1-1")
    reword(WORDING, "wording")
    page()
    shown = html_of(client.get(reverse("label_confirm", args=["pilot"])))
    sent = dict(re.findall(r'name="(label|version|words|uuid)" value="([^"]*)"', shown))
    reword("The reply does one thing first.", "wording")
    answer = client.post(reverse("label_confirm", args=["pilot"]), sent, follow=True)
    assert "was reworded while your page was open" in html_of(answer)
    assert Label.objects.get().standing == "confirm"


@pytest.mark.parametrize("number", [0, -1, 2**70, True, "7", 1.5])
def test_a_number_that_is_none_is_refused(client, own, page, number):
    page()
    body = {"uuid": str(uuid4()), "criterion": "pilot-1-1", "change": {"value": "met"}, "version": 0}
    url = reverse("label_save", args=["pilot", own.item_id])
    sent = json.dumps(body | {"criterion_version": number})
    assert client.post(url, sent, content_type="application/json").status_code == 422
