"""The note on what a conversation is about comes first, and the conversation when the reader says so."""

import re

import pytest

from annotation.assignments.content_note import content_note_of
from annotation.models import AuditEntry
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import MODEL_NAMES, make_open_round, own_assignment
from tests.html import html_of

HEAVY = {"progression_stage": "Planning", "explicit_type": "Explicit", "age": "U18"}


@pytest.fixture
def asha(cast):
    """A rater who has the note first, as everybody has until they choose otherwise."""
    asha = cast.clinicians[0]
    asha.display = {}
    asha.save()
    return asha


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def own(asha, opened):
    return own_assignment(asha, opened, "pilot-1")


@pytest.fixture
def url(own):
    return f"/label/pilot/{own.item_id}/"


def test_the_note_comes_first_and_tells_nothing_of_the_text(client, asha, own, url):
    client.force_login(asha)
    page = html_of(client.get(url))
    assert "Before you read" in page
    for words in ("Grief &amp; Loss", "Ideation: thoughts of harm", "an adult", "between the lines"):
        assert words in page
    assert "What the user wrote" not in page
    assert "A kind reply" not in page
    assert not any(name in page for name in MODEL_NAMES)


def test_opening_it_shows_the_conversation_from_then_on(client, asha, own, url):
    client.force_login(asha)
    n_audited = AuditEntry.objects.count()
    answer = client.post(f"{url}reveal/", follow=True)
    assert answer.redirect_chain == [(url, 302)]
    assert "What the user wrote in turn 1" in html_of(answer)
    own.refresh_from_db()
    first = own.revealed_at
    client.post(f"{url}reveal/")
    own.refresh_from_db()
    assert own.revealed_at == first
    assert "Before you read" not in html_of(client.get(url))
    assert AuditEntry.objects.count() == n_audited


def test_the_note_of_the_next_conversation_stands_at_the_end_and_not_its_text(client, asha, opened, own, url):
    client.force_login(asha)
    client.post(f"{url}reveal/")
    following = own_assignment(asha, opened, "pilot-2")
    page = html_of(client.get(url))
    assert re.search(r"Next: item [12] of 2", page)
    assert f'action="/label/pilot/{following.item_id}/reveal/"' in page
    assert page.count("What the user wrote in turn 1") == 1  # this one's
    answer = client.post(f"/label/pilot/{following.item_id}/reveal/", {"from": "item"}, follow=True)
    assert "What the user wrote in turn 1" in html_of(answer)
    assert "Next: item" not in html_of(client.get(url))  # it is open by now


def test_who_wants_it_so_reads_at_once_with_the_note_above(client, asha, own, url):
    asha.display = {"note_first": False}
    asha.save()
    client.force_login(asha)
    page = html_of(client.get(url))
    assert "What the user wrote in turn 1" in page
    assert "Grief &amp; Loss · Ideation: thoughts of harm · an adult" in page
    own.refresh_from_db()
    assert own.revealed_at is None


def test_a_heavy_conversation_is_named_so(cast, asha, own):
    task = own.item.response.task
    for field, value in HEAVY.items():
        setattr(task, field, value)
    task.save()
    note = content_note_of(own)
    assert note.is_heavy
    assert ("Written by", "a person under 18") in note.facts
    assert ("How it is said", "said outright") in note.facts


def test_a_long_conversation_says_that_nothing_is_recorded_about_it(client, cast, asha):
    opened = make_open_long_round(cast)
    client.force_login(asha)
    own = own_long(asha, opened, "long-1")
    page = html_of(client.get(f"/label/long/{own.item_id}/"))
    assert "3 user turns" in page
    assert "Nothing is recorded about its themes" in page
    assert "What the user wrote" not in page


@pytest.mark.parametrize("who", ["other", "admin", "outsider"])
def test_only_the_rater_opens_it(client, cast, own, url, who):
    """An item of another rater, which everybody's own copy hides, is theirs to open themselves."""
    person = {"other": cast.clinicians[1], "admin": cast.admin, "outsider": cast.outsider}[who]
    client.force_login(person)
    answer = client.post(f"{url}reveal/")
    assert answer.status_code == (302 if who == "other" else 403)
    own.refresh_from_db()
    assert own.revealed_at is None


def test_reading_the_note_changes_nothing_and_reveal_needs_a_post(client, asha, own, url):
    client.force_login(asha)
    client.get(url)
    assert client.get(f"{url}reveal/").status_code == 405
    own.refresh_from_db()
    assert own.revealed_at is None
