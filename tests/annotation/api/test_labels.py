"""Saving through the API: the same action as the page's, once, with the same refusals."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from annotation.assignments.answers import MAX_NOTE
from annotation.models import EventSource, Label, LabelEvent, TranscriptLabel
from annotation.rounds.open_and_close import close_round
from tests.annotation.api.conftest import Program
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import own_assignment, say


def change(**fields):
    """A sound body: asha says met on pilot-1-1."""
    body = {"uuid": str(uuid4()), "criterion": "pilot-1-1", "version": 0, "change": {"value": "met"}}
    return body | fields


def test_a_label_is_saved_once_however_often_it_is_sent(program, here):
    body = change(active_ms=1200)
    first, second = (program.put(f"{here}labels/", body) for _ in range(2))
    label = {"value": "met", "note": "", "flagged": False, "version": 1}
    assert first.status_code == 200
    assert first.json()["saved"] is True
    assert (first.json()["uuid"], first.json()["label"]) == (body["uuid"], label)
    assert [one.json()["is_repeat"] for one in (first, second)] == [False, True]
    assert second.json() | {"is_repeat": False} == first.json()
    event = LabelEvent.objects.get()
    assert (event.source, event.active_ms) == (EventSource.API, 1200)


def test_note_and_flag_are_changes_like_any_other(program, here):
    program.put(f"{here}labels/", change(change={"note": "It names a way."}))
    program.put(f"{here}labels/", change(change={"flagged": True}, version=1))
    label = Label.objects.get()
    assert (label.value, label.note, label.flagged) == (None, "It names a way.", True)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"criterion": "nobody-knows-it"}, 404, "not_there"),
        ({"change": {"value": "maybe"}}, 422, "unknown_value"),
        ({"change": {"value": "cannot_judge"}}, 422, "note_needed"),
        ({"change": {"note": "x" * (MAX_NOTE + 1)}}, 422, "note_too_long"),
        ({"change": {"note": "\ud800"}}, 422, "unusable"),
        ({"change": {"model": "x"}}, 422, "unusable"),
        ({"change": {}}, 422, "unusable"),
        ({"change": None}, 422, "unusable"),
        ({"uuid": "1"}, 422, "unusable"),
        ({"uuid": None}, 422, "unusable"),
        ({"version": -1}, 422, "unusable"),
        ({"version": True}, 422, "unusable"),
        ({"version": 3}, 409, "conflict"),
        ({"criterion": 5}, 422, "unusable"),
        ({"criterion_version": 10**30}, 422, "unusable"),
    ],
)
def test_refusals_are_those_of_the_page(program, client, asha, here, fields, status, code):
    body = change(**fields)
    answer = program.put(f"{here}labels/", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    client.force_login(asha)
    page = client.post(f"/label/pilot/{here.split('/')[3]}/save/", body, content_type="application/json")
    assert (page.status_code, page.json()) == (status, answer.json())
    assert not Label.objects.exists()


def test_a_conflict_brings_both(program, asha, opened, here):
    say(asha, opened, "pilot-1-1", "not_met", note="From the page.")
    answer = program.put(f"{here}labels/", change())
    assert answer.status_code == 409
    assert answer.json()["current"]["note"] == "From the page."
    assert answer.json()["asked"] == {"value": "met"}


def test_an_old_number_with_other_content_is_refused(program, here):
    body = change()
    program.put(f"{here}labels/", body)
    answer = program.put(f"{here}labels/", body | {"change": {"value": "not_met"}})
    assert (answer.status_code, answer.json()["code"]) == (409, "uuid_reused")


def test_a_closed_round_stays_as_it_is(program, cast, opened, here):
    close_round(actor=cast.admin, round=opened, confirmed_holes=18)
    answer = program.put(f"{here}labels/", change())
    assert (answer.status_code, answer.json()["code"]) == (403, "round_closed")


@pytest.mark.parametrize("sent", ["", "{", "null", "[]", '"x"', "NaN", "[" * 100_000, '{"a": 1e999}'])
def test_bodies_that_are_no_change_are_the_client_s_mistake(program, here, sent):
    answer = program.put(f"{here}labels/", sent)
    assert answer.status_code == 422
    assert answer.json()["saved"] is False
    assert not Label.objects.exists()


def test_a_megabyte_of_note_and_a_body_too_large(program, here):
    assert program.put(f"{here}labels/", change(change={"note": "x" * 2**20})).status_code == 422
    assert program.put(f"{here}labels/", change(change={"note": "x" * 2_100_000})).status_code == 413


def test_another_content_type_is_refused(program, here):
    answer = program.client.put(f"/api/{here}labels/", "value=met", content_type="text/plain")
    assert answer.status_code == 415


@pytest.mark.parametrize("most", [10, 1_000_000])
def test_a_table_is_told_where_tables_come_in_however_large_it_is(program, here, settings, most):
    settings.TABLE_LIMITS = settings.TABLE_LIMITS | {"bytes": most}
    table = SimpleUploadedFile("tasks.csv", b"a,b\n" * 1_000)
    answer = program.client.post(f"/api/{here}reading/", {"file": table})
    assert answer.status_code == 415
    assert answer.json()["saved"] is False
    assert "/tables/, or with manage.py import_table" in answer.json()["sentence"]


def test_nobody_labels_for_another(cast, opened, here, asha):
    """bela has an item of the same number, and a label of hers is hers."""
    bela = cast.clinicians[1]
    assert Program(bela).put(f"{here}labels/", change()).status_code == 200
    assert Label.objects.get().rater == bela


def test_without_the_token_nothing_is_saved(asha, opened, here):
    client = Client(enforce_csrf_checks=True)
    client.force_login(asha)
    answer = client.put(f"/api/{here}labels/", change(), content_type="application/json")
    assert answer.status_code == 403
    assert "CSRF" in answer.json()["sentence"]
    client.get("/session/")
    token = client.cookies["csrftoken"].value
    answer = client.put(
        f"/api/{here}labels/", change(), content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 200


def test_a_program_that_runs_away_is_stopped(program, here, monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"user": "2/min"})
    answers = [program.get("rounds/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "throttled"
    assert int(answers[2]["Retry-After"]) > 0


@pytest.fixture
def long_here(cast, asha):
    return f"rounds/long/items/{own_long(asha, make_open_long_round(cast), 'long-1').item_id}/"


def test_a_long_conversation_is_labelled_whole(asha, long_here):
    body = {"uuid": str(uuid4()), "version": 0, "change": {"value": "violation", "evidence_turns": [3, 1]}}
    answers = [Program(asha).put(f"{long_here}whole-label/", body).json() for _ in range(2)]
    assert answers[0]["label"] == {"value": "violation", "evidence_turns": [1, 3], "note": "", "version": 1}
    assert [one["is_repeat"] for one in answers] == [False, True]
    assert TranscriptLabel.objects.get().value == "violation"


def test_each_kind_of_item_has_its_own_endpoint(program, asha, opened, here, long_here):
    whole = {"uuid": str(uuid4()), "version": 0, "change": {"value": "violation"}}
    assert program.put(f"{here}whole-label/", whole).status_code == 404
    assert program.get(f"{here}whole-label/").status_code == 404
    assert program.put(f"{long_here}labels/", change()).status_code == 404
    assert own_assignment(asha, opened, "pilot-1").item_id
    assert not Label.objects.exists()
