"""/account/exposure/: a person's own numbers, which nobody else can reach."""

import json
import re
from uuid import uuid4

import pytest

from annotation.labelling.reading import record_reading
from annotation.models import Assignment, RaterSlot, ReadingTime, Role, RoleGrant, RoundItem
from tests.annotation.scene import make_open_round, own_assignment
from tests.html import html_of

ADMIN_PAGES = ("/", "/people/", "/rounds/", "/rounds/pilot/", "/rounds/pilot/close/", "/audit/")
SECRET_MINUTES = 4321  # over three days in one sitting: a number that stands on no page by chance


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def own(asha, cast):
    return own_assignment(asha, make_open_round(cast), "pilot-1")


def test_it_shows_my_own_day_and_week(client, asha, own):
    record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=12 * 60_000)
    client.force_login(asha)
    words = html_of(client.get("/account/exposure/"))
    assert words.count("Minutes of reading</dt> <dd> 12 </dd>") == 2
    assert "they are counted only while scripts run in your browser" in words
    assert "they are counted with or without scripts" in words
    assert "Today you have read for 12 minutes, with 0 heavy" in html_of(client.get("/label/"))


def test_it_says_nothing_of_others_whatever_is_asked(client, cast, asha, own):
    record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=12 * 60_000)
    RoleGrant.objects.create(person=cast.admin, role=Role.CLINICIAN)
    client.force_login(cast.admin)
    for query in ("", f"?person={asha.pk}", f"?user={asha.username}", f"?pseudonym={asha.pseudonym}"):
        words = html_of(client.get(f"/account/exposure/{query}"))
        assert words.count("Minutes of reading</dt> <dd> 0 </dd>") == 2


def test_a_visitor_is_sent_to_sign_in(client, db):
    assert client.get("/account/exposure/").status_code == 302


def test_no_page_of_an_admin_holds_the_numbers(client, cast, asha, own):
    ReadingTime.objects.create(uuid=uuid4(), rater=asha, item=own.item, active_ms=SECRET_MINUTES * 60_000)
    client.force_login(asha)
    assert "4,321" in html_of(client.get("/account/exposure/"))
    client.force_login(cast.admin)
    for url in (*ADMIN_PAGES, f"/people/{asha.pk}/"):
        page = re.sub(r"[A-Za-z0-9]{64}", "", html_of(client.get(url)))
        assert "4,321" not in page
        assert "4321" not in page


@pytest.fixture
def report(client, own):
    def report(person, body, item=None):
        client.force_login(person)
        url = f"/label/pilot/{item or own.item_id}/reading/"
        return client.post(url, json.dumps(body), content_type="application/json")

    return report


def test_the_page_reports_time_once(report, asha):
    body = {"uuid": str(uuid4()), "active_ms": 5000}
    assert [report(asha, body).status_code for _ in range(2)] == [200, 200]
    assert ReadingTime.objects.get().active_ms == 5000


@pytest.mark.parametrize("body", [{}, [], {"uuid": "no"}, {"uuid": None, "active_ms": 5}])
def test_a_report_that_makes_no_sense_is_refused(report, asha, body):
    assert report(asha, body).status_code == 422
    assert not ReadingTime.objects.exists()


@pytest.mark.parametrize("active_ms", [None, "5", True, -5, 0, 1e300])
def test_a_time_that_makes_no_sense_counts_nothing(report, asha, active_ms):
    assert report(asha, {"uuid": str(uuid4()), "active_ms": active_ms}).status_code == 200
    assert not ReadingTime.objects.exists()


def test_what_is_gone_by_the_time_of_the_report_is_said_in_words(report, cast, asha, own, monkeypatch):
    """As when a page is left while the database is emptied: the report finds its item, and then no row."""

    def found_at_last(person, name, item):
        Assignment.objects.all().delete()
        RoundItem.objects.all().delete()
        return own

    monkeypatch.setattr("annotation.labelling.save_endpoint.assignment_to_save", found_at_last)
    answer = report(asha, {"uuid": str(uuid4()), "active_ms": 5000})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_there")
    assert answer.json()["sentence"] == "There is no such item among yours."
    assert not ReadingTime.objects.exists()


def test_a_person_who_is_gone_is_signed_out(client, asha, own):
    client.force_login(asha)
    Assignment.objects.all().delete()
    RaterSlot.objects.all().delete()
    RoleGrant.objects.filter(person=asha).delete()
    asha.delete()
    url, body = f"/label/pilot/{own.item_id}/reading/", json.dumps({"uuid": str(uuid4()), "active_ms": 5000})
    answer = client.post(url, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


def test_nobody_reports_for_another(report, cast, asha, client):
    body = {"uuid": str(uuid4()), "active_ms": 5000}
    assert report(cast.admin, body).status_code == 403
    assert report(asha, body, item=10**6).status_code == 404
    client.logout()
    assert client.post("/label/pilot/1/reading/", b"{}", content_type="application/json").status_code == 401
    assert not ReadingTime.objects.exists()
