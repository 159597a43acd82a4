"""Signing in by name or address, the second step, and the password link; through allauth, in our words."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail

from annotation.people.accounts import deactivate_person
from tests.cast import PASSWORD
from tests.html import html_of


@pytest.mark.parametrize("login", ["farah", "farah@example.org", "FARAH@example.org"])
def test_by_user_name_or_address(client, cast, login):
    answer = client.post("/account/login/", {"login": login, "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, "/")


def test_a_wrong_password_is_said_calmly(client, cast):
    answer = client.post("/account/login/", {"login": "farah", "password": "no"})
    page = html_of(answer)
    assert "You are not signed in yet." in page
    assert "not correct" in page


def test_a_deactivated_person_is_told_the_account_is_closed(client, cast):
    deactivate_person(actor=cast.admin, person=cast.viewer)
    answer = client.post("/account/login/", {"login": "farah", "password": PASSWORD}, follow=True)
    assert not answer.wsgi_request.user.is_authenticated
    assert "This account is closed" in html_of(answer)


def test_signing_out_asks_first_and_then_does(client, cast):
    client.force_login(cast.viewer)
    assert "Sign out?" in html_of(client.get("/account/logout/"))
    answer = client.post("/account/logout/", follow=True)
    assert "You are signed out." in html_of(answer)
    assert client.get("/").status_code == 302


def test_a_forgotten_password_is_replaced_through_the_address(client, cast):
    answer = client.post("/account/password/reset/", {"email": "farah@example.org"}, follow=True)
    assert "Look at your email" in html_of(answer)
    address = re.search(r"/account/password/reset/key/\S+", mail.outbox[0].body)[0]
    form = client.get(address, follow=True)
    assert "Choose a new password" in html_of(form)
    new = "an orchard in late autumn"
    answer = client.post(form.request["PATH_INFO"], {"password1": new, "password2": new}, follow=True)
    assert "Your new password is set" in html_of(answer)
    cast.viewer.refresh_from_db()
    assert cast.viewer.check_password(new)
    assert "This link has ended" in html_of(client.get(address, follow=True))


def test_an_unknown_address_is_answered_the_same(client, cast):
    answer = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "Look at your email" in html_of(answer)


def test_changing_the_password_asks_for_the_present_one(client, cast):
    client.force_login(cast.viewer)
    new = "an orchard in late autumn"
    sent = {"oldpassword": "wrong", "password1": new, "password2": new}
    assert "Nothing was saved yet." in html_of(client.post("/account/password/change/", sent))
    client.post("/account/password/change/", {**sent, "oldpassword": PASSWORD})
    cast.viewer.refresh_from_db()
    assert cast.viewer.check_password(new)


@pytest.fixture
def with_app(client, cast):
    """The viewer with an authenticator app, signed out: the app's secret."""
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    asked = client.get("/account/2fa/totp/activate/", follow=True)
    assert "Is it you?" in html_of(asked)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = html_of(client.get("/account/2fa/totp/activate/"))
    secret = re.search(r'id="authenticator_secret"[^>]*value="(\w+)"', page)[1]
    assert 'src="data:image/svg+xml' in page
    answer = client.post("/account/2fa/totp/activate/", {"code": code_now(secret)}, follow=True)
    assert "Recovery codes" in html_of(answer)
    client.logout()
    return secret


def code_now(secret: str) -> str:
    """The code that an app with this secret shows at this moment."""
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


def test_the_second_step_is_asked_for(client, with_app):
    answer = client.post("/account/login/", {"login": "farah", "password": PASSWORD}, follow=True)
    assert "One more step" in html_of(answer)
    assert not answer.wsgi_request.user.is_authenticated
    assert "You are not signed in yet." in html_of(client.post("/account/2fa/authenticate/", {"code": "1"}))


def test_a_recovery_code_opens_the_account_once(client, cast, with_app):
    codes = Authenticator.objects.get(user=cast.viewer, type="recovery_codes").wrap().get_unused_codes()
    for expected in (True, False):
        client.logout()
        client.post("/account/login/", {"login": "farah", "password": PASSWORD})
        answer = client.post("/account/2fa/authenticate/", {"code": codes[0]}, follow=True)
        assert answer.wsgi_request.user.is_authenticated is expected


def test_security_pages_speak_of_what_is_there(client, cast, with_app):
    client.force_login(cast.viewer)
    page = html_of(client.get("/account/2fa/"))
    assert "On: your app gives a code" in page
    assert "10 of 10 are unused" in page
    assert "A second step is asked for" in html_of(client.get("/account/"))


def test_an_address_is_changed_once_it_is_confirmed(client, cast):
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/email/", {"action_add": "", "email": "farah.new@example.org"})
    page = html_of(client.get("/account/email/"))
    assert "farah.new@example.org" in page
    assert "Not confirmed" in page
    address = re.search(r"/account/confirm-email/\S+", mail.outbox[0].body)[0]
    assert "Is this your address?" in html_of(client.get(address))
    client.post(address)
    client.post("/account/email/", {"action_primary": "", "email": "farah.new@example.org"})
    cast.viewer.refresh_from_db()
    assert cast.viewer.email == "farah.new@example.org"
    assert "This link has ended" in html_of(client.get("/account/confirm-email/made-up/"))
