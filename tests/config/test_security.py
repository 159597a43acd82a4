"""Headers, closed sign-up, limits on sign-in, and the health answer, as a stranger meets them."""

from unittest import mock

import pytest
from django.db import DatabaseError

from tests.cast import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_content_security_policy_allows_no_inline_code(client):
    policy = client.get("/account/login/").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if rule.strip())
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["object-src"] == rules["frame-ancestors"] == "'none'"
    assert rules["base-uri"] == rules["form-action"] == "'self'"
    assert "unsafe" not in policy


def test_nobody_signs_up_without_an_invitation(client, django_user_model):
    words = {"username": "mallory", "email": "m@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/account/signup/", words)
    assert "sign" in answer.content.decode().lower()
    assert not django_user_model.objects.exists()


@pytest.mark.parametrize("name", ["asha", "asha@example.org"])
def test_a_person_signs_in_by_name_or_address(client, cast, name):
    client.post("/account/login/", {"login": name, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(cast.clinicians[0].pk)


@pytest.mark.parametrize("address", ["/api/schema/", "/api/docs/"])
def test_strangers_learn_nothing_about_the_api(client, address):
    assert client.get(address).status_code == 403


def test_health_is_told_whatever_the_host(client, settings):
    settings.ALLOWED_HOSTS = ["concord.example.org"]
    answer = client.get("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.json()) == (200, {"database": "ok"})


def test_an_unreachable_database_is_not_healthy(client):
    with mock.patch("config.health.connection.cursor", side_effect=DatabaseError):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "unreachable"})
