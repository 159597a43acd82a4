"""The address to which the page sends each answer: JSON always, and nobody's answer for another."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.assignments.progress import round_progress
from annotation.models import Label, LabelEvent
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, own_assignment


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast, criteria=2)


@pytest.fixture
def url(asha, opened):
    return reverse("label_save", args=["pilot", own_assignment(asha, opened, "pilot-1").item_id])


@pytest.fixture
def send(client, asha, url):
    """Send a sound change as asha; fields and `body` may be overridden. Returns (status, JSON)."""
    client.force_login(asha)

    def post(body: object = None, headers: dict | None = None, **fields):
        sound = {
            "uuid": str(uuid4()),
            "criterion": "pilot-1-1",
            "change": {"value": "met"},
            "version": 0,
            "client_at": "2026-11-30T14:02:00Z",
            "active_ms": 900,
        }
        data = json.dumps(sound | fields) if body is None else body
        answer = client.post(url, data, content_type="application/json", headers=headers)
        return answer.status_code, answer.json()

    return post


def test_saved_is_said_with_the_change_it_is_about(send):
    uuid = str(uuid4())
    status, answer = send(uuid=uuid)
    assert status == 200
    assert answer["saved"] is True
    assert answer["uuid"] == uuid
    assert answer["label"] == {"value": "met", "note": "", "flagged": False, "version": 1}
    assert len(answer["at"]) == len("14:02")
    assert send(uuid=uuid) == (200, answer)
    assert LabelEvent.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"change": {"value": "maybe"}}, 422, "unknown_value"),
        ({"change": {"value": "cannot_judge"}}, 422, "note_needed"),
        ({"change": {"note": "x" * 1_000_000}}, 422, "note_too_long"),
        ({"change": "met"}, 422, "unusable"),
        ({"change": {}}, 422, "unusable"),
        ({"uuid": "1"}, 422, "unusable"),
        ({"uuid": None}, 422, "unusable"),
        ({"version": "0"}, 422, "unusable"),
        ({"version": -1}, 422, "unusable"),
        ({"version": True}, 422, "unusable"),
        ({"criterion": 7}, 422, "unusable"),
        ({"criterion": "pilot-2-1"}, 404, "not_there"),
        ({"criterion": "\0"}, 422, "unusable"),
        ({"criterion": "\ud800"}, 422, "unusable"),
        ({"version": 7}, 409, "conflict"),
        ({"body": "not json"}, 422, "unusable"),
        ({"body": "[1]"}, 422, "unusable"),
        ({"body": "[" * 100_000}, 422, "unusable"),
        ({"body": b"\xff\xfe"}, 422, "unusable"),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(send, fields, status, code):
    found, answer = send(**fields)
    assert (found, answer["saved"], answer["code"]) == (status, False, code)
    assert answer["sentence"].endswith((".", "?"))
    assert not Label.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"client_at": "yesterday"},
        {"client_at": 12},
        {"client_at": "9999-12-31T23:59:59Z"},
        {"client_at": "1970-01-01T00:00:00"},
        {"active_ms": "long"},
        {"active_ms": 1e300},
        {"active_ms": -3},
        {"active_ms": 1.5},
    ],
)
def test_a_clock_that_makes_no_sense_loses_no_label(send, fields):
    assert send(**fields)[0] == 200
    assert Label.objects.get().value == "met"


def test_a_conflict_brings_both_texts(send):
    send()
    _, answer = send(change={"value": "not_met"})
    assert answer["current"] == {"value": "met", "note": "", "flagged": False, "version": 1}
    assert answer["asked"] == {"value": "not_met"}


def test_a_closed_round_says_so(send, cast, opened):
    close_round(actor=cast.admin, round=opened, confirmed_holes=round_progress(opened).n_holes)
    assert send()[1]["code"] == "round_closed"


def test_signed_out_is_said_in_json_and_not_by_a_redirect(client, send):
    client.logout()
    status, answer = send()
    assert (status, answer["code"]) == (401, "signed_out")


def test_what_one_person_kept_is_never_saved_as_anothers(client, cast, send):
    """bela rates the same item, so the address alone would accept asha's answer as hers."""
    asha, bela, _ = cast.clinicians
    client.force_login(bela)
    status, answer = send(headers={"X-Concord-Person": asha.pseudonym})
    assert (status, answer["code"]) == (403, "other_person")
    assert not Label.objects.exists()
    assert send(headers={"X-Concord-Person": bela.pseudonym})[0] == 200
    assert Label.objects.get().rater == bela


@pytest.mark.parametrize("who", ["admin", "author", "viewer", "outsider"])
def test_others_cannot_save(client, cast, send, who):
    client.force_login(getattr(cast, who))
    assert send()[0] == 403
    assert not LabelEvent.objects.exists()


def test_a_missing_item_and_a_wrong_method(client, send, url):
    assert client.get(url).status_code == 405
    answer = client.post(reverse("label_save", args=["pilot", 10**9]), "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_there")


def test_the_session_is_told_by_pseudonym_with_a_fresh_token(client, asha):
    url = reverse("session_state")
    assert client.get(url).json()["person"] is None
    client.force_login(asha)
    found = client.get(url).json()
    assert found["person"] == asha.pseudonym
    assert len(found["csrf"]) > 20
    assert client.post(url).status_code == 405


def test_after_signing_in_again_there_is_a_page_that_says_so(client, asha):
    url = reverse("signed_in_again")
    assert client.get(url).status_code == 302
    client.force_login(asha)
    assert "You are signed in again" in client.get(url).content.decode()
