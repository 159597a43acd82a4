"""Signing in by name or address, the second step, and the password link; through allauth, in our words."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail

from annotation.people.accounts import deactivate_person
from tests.cast import PASSWORD


@pytest.mark.parametrize("login", ["farah", "farah@example.org", "FARAH@example.org"])
def test_by_user_name_or_address(client, cast, login):
    answer = client.post("/account/login/", {"login": login, "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, "/")


def test_a_wrong_password_is_said_calmly(client, cast):
    answer = client.post("/account/login/", {"login": "farah", "password": "no"})
    page = answer.content.decode()
    assert "You are not signed in yet." in page
    assert "not correct" in page


def test_a_deactivated_person_is_told_the_account_is_closed(client, cast):
    deactivate_person(actor=cast.admin, person=cast.viewer)
    answer = client.post("/account/login/", {"login": "farah", "password": PASSWORD}, follow=True)
    assert not answer.wsgi_request.user.is_authenticated
    assert "This account is closed" in answer.content.decode()


def test_signing_out_asks_first_and_then_does(client, cast):
    client.force_login(cast.viewer)
    assert "Sign out?" in client.get("/account/logout/").content.decode()
    answer = client.post("/account/logout/", follow=True)
    assert "You are signed out." in answer.content.decode()
    assert client.get("/").status_code == 302


def test_a_forgotten_password_is_replaced_through_the_address(client, cast):
    answer = client.post("/account/password/reset/", {"email": "farah@example.org"}, follow=True)
    assert "Look at your email" in answer.content.decode()
    address = re.search(r"/account/password/reset/key/\S+", mail.outbox[0].body)[0]
    form = client.get(address, follow=True)
    assert "Choose a new password" in form.content.decode()
    new = "an orchard in late autumn"
    answer = client.post(form.request["PATH_INFO"], {"password1": new, "password2": new}, follow=True)
    assert "Your new password is set" in answer.content.decode()
    cast.viewer.refresh_from_db()
    assert cast.viewer.check_password(new)
    assert "This link has ended" in client.get(address, follow=True).content.decode()


def test_an_unknown_address_is_answered_the_same(client, cast):
    answer = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "Look at your email" in answer.content.decode()


def test_changing_the_password_asks_for_the_present_one(client, cast):
    client.force_login(cast.viewer)
    new = "an orchard in late autumn"
    sent = {"oldpassword": "wrong", "password1": new, "password2": new}
    assert "Nothing was saved yet." in client.post("/account/password/change/", sent).content.decode()
    client.post("/account/password/change/", {**sent, "oldpassword": PASSWORD})
    cast.viewer.refresh_from_db()
    assert cast.viewer.check_password(new)


@pytest.fixture
def with_app(client, cast):
    """The viewer with an authenticator app, signed out: the app's secret."""
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    asked = client.get("/account/2fa/totp/activate/", follow=True)
    assert "Is it you?" in asked.content.decode()
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get("/account/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="authenticator_secret"[^>]*value="(\w+)"', page)[1]
    assert 'src="data:image/svg+xml' in page
    answer = client.post("/account/2fa/totp/activate/", {"code": code_now(secret)}, follow=True)
    assert "Recovery codes" in answer.content.decode()
    client.logout()
    return secret


def code_now(secret: str) -> str:
    """The code that an app with this secret shows at this moment."""
    return totp.format_hotp_value(totp.hotp_value(secret, next(iter(totp.yield_hotp_counters_from_time()))))


def test_the_second_step_is_asked_for(client, with_app):
    answer = client.post("/account/login/", {"login": "farah", "password": PASSWORD}, follow=True)
    assert "One more step" in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated
    assert (
        "You are not signed in yet."
        in client.post("/account/2fa/authenticate/", {"code": "1"}).content.decode()
    )


def test_a_recovery_code_opens_the_account_once(client, cast, with_app):
    codes = Authenticator.objects.get(user=cast.viewer, type="recovery_codes").wrap().get_unused_codes()
    for expected in (True, False):
        client.logout()
        client.post("/account/login/", {"login": "farah", "password": PASSWORD})
        answer = client.post("/account/2fa/authenticate/", {"code": codes[0]}, follow=True)
        assert answer.wsgi_request.user.is_authenticated is expected


def test_security_pages_speak_of_what_is_there(client, cast, with_app):
    client.force_login(cast.viewer)
    page = client.get("/account/2fa/").content.decode()
    assert "On: your app gives a code" in page
    assert "10 of 10 are unused" in page
    assert "A second step is asked for" in client.get("/account/").content.decode()


def test_an_address_is_changed_once_it_is_confirmed(client, cast):
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/email/", {"action_add": "", "email": "farah.new@example.org"})
    page = client.get("/account/email/").content.decode()
    assert "farah.new@example.org" in page
    assert "Not confirmed" in page
    address = re.search(r"/account/confirm-email/\S+", mail.outbox[0].body)[0]
    assert "Is this your address?" in client.get(address).content.decode()
    client.post(address)
    client.post("/account/email/", {"action_primary": "", "email": "farah.new@example.org"})
    cast.viewer.refresh_from_db()
    assert cast.viewer.email == "farah.new@example.org"
    assert "This link has ended" in client.get("/account/confirm-email/made-up/").content.decode()
