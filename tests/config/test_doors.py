"""While the database is away, full or takes no writes, every door says so in its own language."""

import json
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from annotation.models import Label, LabelEvent
from config import settings as site_settings
from config.doors import RETRY_AFTER_SECONDS, is_outage
from tests.annotation.scene import make_open_round, own_assignment

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def client():
    """Answers as the site does, where Django's own client would raise."""
    return Client(raise_request_exception=False)


@contextmanager
def taking_no_writes():
    """The database as after a failover: it reads, and refuses whatever changes something."""
    on, off = (
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
        if connection.vendor == "sqlite"
        else ("SET transaction_read_only = on", "ROLLBACK TO SAVEPOINT before_it")
    )
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before_it")
        cursor.execute(on)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off)


@contextmanager
def full():
    """SQLite may take no page more than it has."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")


def save(client, url, version=0, **change):
    change = change or {"value": "met"}
    body = {"uuid": str(uuid4()), "criterion": "pilot-1-1", "change": change, "active_ms": 9}
    body["version"] = version
    body["client_at"] = "2026-11-30T14:02:00Z"
    return client.post(url, json.dumps(body), content_type="application/json")


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def item(cast, asha):
    return own_assignment(asha, make_open_round(cast, criteria=2), "pilot-1").item_id


def is_json_outage(answer):
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER_SECONDS))
    assert set(answer.json()) == {"saved", "code", "sentence"}
    assert (answer.json()["saved"], answer.json()["code"]) == (False, "unavailable")
    return True


def is_calm_page(answer):
    assert (answer.status_code, answer["Retry-After"]) == (503, str(RETRY_AFTER_SECONDS))
    page = answer.content.decode()
    assert "Please wait a moment" in page
    assert "Traceback" not in page
    assert "Error" not in page
    return True


def test_a_save_is_answered_in_json_and_taken_once_the_database_is_back(client, asha, item):
    url = reverse("label_save", args=["pilot", item])
    client.force_login(asha)
    with taking_no_writes():
        assert is_json_outage(save(client, url))
    assert not LabelEvent.objects.exists()
    assert save(client, url).status_code == 200
    assert Label.objects.get().rater == asha


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PRAGMA max_page_count is SQLite's")
def test_a_full_database_is_told_like_any_outage(client, asha, item):
    url = reverse("label_save", args=["pilot", item])
    client.force_login(asha)
    with full():
        saved = 0
        while (answer := save(client, url, version=saved, note=f"{saved}" * 1900)).status_code == 200:
            saved += 1
        assert is_json_outage(answer)
    assert LabelEvent.objects.count() == saved
    assert save(client, url, version=saved).status_code == 200


def test_the_api_answers_in_json(client, asha, item):
    client.force_login(asha)
    url = reverse("api_reveal", args=["pilot", item], urlconf="config.api_urls")
    with taking_no_writes():
        assert is_json_outage(client.post(url, "{}", content_type="application/json"))
    assert client.post(url, "{}", content_type="application/json").status_code == 204


def test_a_page_is_answered_with_a_calm_page(client, cast):
    client.force_login(cast.admin)
    with taking_no_writes():
        answer = client.post(reverse("invite_person"), {"email": "new@example.org", "roles": ["viewer"]})
        assert is_calm_page(answer)


def test_what_fails_before_any_view_is_told_too(client, monkeypatch):
    """The session is read by a middleware, where no view can catch anything."""

    def away(*args, **kwargs):
        raise OperationalError("server closed the connection unexpectedly")

    client.cookies["sessionid"] = "a" * 32
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore._get_session_from_db", away)
    assert is_calm_page(client.get("/"))
    assert is_json_outage(client.get(reverse("session_state")))
    assert is_json_outage(client.get("/api/rounds/"))


def test_a_shared_cache_that_does_not_answer_is_an_outage(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    settings.SIGN_IN_LIMITS = site_settings.SIGN_IN_LIMITS
    answer = client.post(reverse("account_login"), {"login": "nobody", "password": "nothing"})
    assert is_calm_page(answer)


def test_a_fault_of_ours_is_no_outage(client, cast, monkeypatch):
    def broken(*args, **kwargs):
        raise IntegrityError("a rule of the database")

    monkeypatch.setattr("annotation.people.page_invitations.invite_person", broken, raising=True)
    client.force_login(cast.admin)
    answer = client.post(reverse("invite_person"), {"email": "new@example.org", "roles": ["viewer"]})
    assert answer.status_code == 500
    assert "Retry-After" not in answer
    assert "Something went wrong on our side" in answer.content.decode()
    assert not is_outage(DatabaseError("malformed"))


def test_the_log_names_the_kind_and_not_the_words(client, asha, item, caplog):
    client.force_login(asha)
    with taking_no_writes():
        save(client, reverse("label_save", args=["pilot", item]), note="what a clinician wrote")
    lines = [line.getMessage() for line in caplog.records if line.name == "config.doors"]
    assert len(lines) == 1
    assert lines[0].startswith("Not answered, because of an outage: ")
    assert "clinician wrote" not in caplog.text


def test_a_wrong_method_is_answered_in_the_doors_language(client, cast, asha, item):
    client.force_login(asha)
    at_endpoint = client.get(reverse("label_save", args=["pilot", item]))
    assert (at_endpoint.status_code, at_endpoint["Allow"]) == (405, "POST")
    assert at_endpoint.json()["sentence"] == "This address does not take GET. It takes POST."
    at_api = client.delete("/api/rounds/")
    assert at_api.status_code == 405
    assert at_api.json()["code"] == "method_not_allowed"
    client.force_login(cast.admin)
    at_page = client.get(reverse("round_open", args=["pilot"]))
    assert (at_page.status_code, at_page["Allow"]) == (405, "POST")
    assert "This page cannot be opened this way" in at_page.content.decode()
    assert client.get("/").status_code == 200
