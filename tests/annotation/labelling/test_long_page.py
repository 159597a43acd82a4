"""/label/ROUND/ITEM/ of a long conversation, as one plain form and as the endpoint the outbox sends to."""

import json
import re
from uuid import uuid4

import pytest

from annotation.models import TranscriptLabel, TranscriptLabelEvent, TranscriptTurn
from tests.annotation.long_scene import judge, make_open_long_round, own_long
from tests.annotation.scene import MODEL_NAMES, make_open_round, own_assignment
from tests.html import html_of


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_long_round(cast, turns=42)


@pytest.fixture
def url(asha, opened):
    return f"/label/long/{own_long(asha, opened, 'long-1').item_id}/"


@pytest.fixture
def form(client, asha, url):
    """Send the form as asha's page holds it, with changes."""
    client.force_login(asha)
    page = html_of(client.get(url))

    def form(**sent):
        hidden = {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("version", "uuid")}
        return client.post(url, {"note": "", **hidden, **sent})

    return form


def stored():
    return TranscriptLabel.objects.values_list("value", "evidence_turns", "note", "version").get()


def test_every_turn_is_there_with_a_link_and_a_box_and_nothing_is_chosen(client, asha, url):
    client.force_login(asha)
    page = html_of(client.get(url))
    for n in (1, 17, 42):
        assert f'href="#turn-{n}"' in page
        assert f'id="turn-{n}"' in page
        assert f'name="evidence" value="{n}"' in page
        assert f"What the assistant wrote in turn {n}." in page
    assert " checked" not in page
    assert "42 user turns" in page
    assert not any(name in page for name in MODEL_NAMES)


def test_unknown_and_empty_answers_are_said_in_words(client, asha, url):
    TranscriptTurn.objects.filter(turn_index=2).update(assistant_turn=None)
    TranscriptTurn.objects.filter(turn_index=3).update(assistant_turn=" ")
    client.force_login(asha)
    page = html_of(client.get(url))
    assert page.count("This turn is not part of the record.") == 1
    assert page.count("The assistant returned no text.") == 1
    assert "holds what the user wrote and not what" not in page
    TranscriptTurn.objects.update(assistant_turn=None)
    assert "holds what the user wrote and not what" in html_of(client.get(url))


def test_the_form_saves_the_whole_label(form, url):
    answer = form(value="violation", evidence=["30", "12", "12", "nonsense"], note="It\r\nkeeps secrets.")
    assert (answer.status_code, answer["Location"]) == (302, url)
    assert stored() == ("violation", [12, 30], "It\nkeeps secrets.", 1)


def test_it_goes_on_when_asked(form, asha, opened):
    other = own_long(asha, opened, "long-2").item_id
    assert form(value="no violation", go="next")["Location"] == f"/label/long/{other}/"


def test_sending_it_twice_saves_once(form):
    for _ in range(2):
        assert form(value="violation").status_code == 302
    assert TranscriptLabelEvent.objects.count() == 1


def test_an_untouched_form_saves_nothing(form):
    assert form().status_code == 302
    assert not TranscriptLabel.objects.exists()


def test_the_answer_can_be_taken_back_and_the_rest_stays(form, client, asha, opened, url):
    form(value="violation", evidence=["3"])
    client.post(url, {"clear": "1", "evidence": ["3"], "note": "", "version": "1", "uuid": str(uuid4())})
    assert stored() == (None, [3], "", 2)


def test_cannot_judge_without_a_note_comes_back_with_what_was_entered(form):
    answer = form(value="cannot judge", evidence=["7"])
    page = html_of(answer)
    assert answer.status_code == 422
    assert "Please say in a note why you cannot judge this" in page
    assert 'value="cannot judge" data-needs-note checked' in page
    assert 'name="evidence" value="7" checked' in page
    assert not TranscriptLabel.objects.exists()


def test_a_conflict_shows_both_and_the_second_save_keeps_ours(form, client, asha, opened, url):
    judge(asha, opened, "long-1", "no violation", note="All is well.")
    answer = form(value="violation", evidence=["5"], note="Turn 5 is not well.")
    page = html_of(answer)
    assert answer.status_code == 409
    assert "no violation; note: “All is well.”" in page
    assert "violation; evidence in turn 5; note: “Turn 5 is not well.”" in page
    assert stored()[0] == "no violation"
    version = re.search('name="version" value="([^"]*)"', page)[1]
    again = {"value": "violation", "evidence": "5", "note": "Turn 5 is not well.", "version": version}
    assert client.post(url, again | {"uuid": str(uuid4())}).status_code == 302
    assert stored() == ("violation", [5], "Turn 5 is not well.", 2)


def test_a_field_left_alone_does_not_undo_what_another_window_saved(form, asha, opened):
    """The other window wrote a note; this one, opened before, only chooses."""
    judge(asha, opened, "long-1", None, note="From the other window.")
    assert form(value="violation").status_code == 409
    assert stored() == (None, [], "From the other window.", 1)


def test_folded_turns_are_folded_only_after_the_first_reading(client, asha, opened, url):
    asha.display = {"hide_user_turns": True, "note_first": False}
    asha.save()
    client.force_login(asha)
    assert '<details class="turn turn-user">' not in html_of(client.get(url))
    judge(asha, opened, "long-1", "violation")
    assert html_of(client.get(url)).count('<details class="turn turn-user">') == 42


def test_a_closed_round_is_read_only(form, client, cast, opened, url):
    opened.state, opened.closed_at = "closed", opened.opened_at
    opened.save()
    assert "This round is closed" in html_of(client.get(url))
    assert form(value="violation").status_code == 422
    assert not TranscriptLabel.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("author", 403), ("admin", 403), ("outsider", 403)])
def test_it_is_the_rater_s(client, cast, url, who, status):
    client.force_login(getattr(cast, who))
    assert client.get(url).status_code == status


@pytest.fixture
def send(client, asha, url):
    """Send one change as the outbox does."""
    client.force_login(asha)

    def send(body, to=None):
        return client.post(f"{to or url}save-whole/", json.dumps(body), content_type="application/json")

    return send


def change(**fields):
    return {"uuid": str(uuid4()), "version": 0, "change": {"value": "violation"}, **fields}


def test_the_outbox_is_answered_with_what_is_stored(send):
    body = change(change={"value": "violation", "evidence_turns": [2]}, active_ms=60_000)
    answers = [send(body).json() for _ in range(2)]
    for answer in answers:
        assert answer["saved"] is True
        assert answer["uuid"] == body["uuid"]
        assert answer["label"] == {
            "value": "violation",
            "evidence_turns": [2],
            "note": "",
            "version": 1,
        }
    assert TranscriptLabelEvent.objects.get().active_ms == 60_000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (change(change={"value": "met"}), 422, "unknown_value"),
        (change(change={"evidence_turns": [43]}), 422, "unknown_turn"),
        (change(version="1"), 422, "unusable"),
        (change(uuid="1"), 422, "unusable"),
        (change(change=None), 422, "unusable"),
        ([], 422, "unusable"),
        (change(version=7), 409, "conflict"),
    ],
)
def test_what_cannot_be_saved_is_said_so_that_the_outbox_understands(send, body, status, code):
    answer = send(body)
    assert (answer.status_code, answer.json()["code"], answer.json()["saved"]) == (status, code, False)
    assert not TranscriptLabel.objects.exists()


def test_a_response_is_no_long_conversation(send, cast, asha):
    own = own_assignment(asha, make_open_round(cast), "pilot-1")
    assert send(change(), to=f"/label/pilot/{own.item_id}/").status_code == 404


def test_another_s_item_and_a_visitor(send, client, cast, url):
    assert send(change(), to="/label/long/999999/").status_code == 404
    client.logout()
    assert send(change()).status_code == 401
