"""Passkeys in a real browser with a virtual authenticator, under the site's own security policy."""

import pytest

from tests.browser import assert_accessible
from tests.cast import PASSWORD

pytestmark = pytest.mark.browser


@pytest.fixture
def authenticator(page):
    """A virtual authenticator that verifies its user and keeps passkeys, plugged into the browser."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def sign_in_by_password(page):
    page.goto("/account/login/")
    page.get_by_label("User name or email address").fill("farah")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="What waits for you").wait_for()


def test_a_passkey_is_added_and_signs_in(page, cast, authenticator, console_errors):
    sign_in_by_password(page)
    page.goto("/account/2fa/webauthn/add/")
    page.get_by_role("heading", name="Is it you?").wait_for()
    assert_accessible(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("heading", name="Add a passkey").wait_for()
    assert_accessible(page)
    page.get_by_label("A name for it").fill("My laptop")
    page.get_by_label("A passkey that signs me in without a password").check()
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url(lambda url: not url.endswith("/webauthn/add/"))
    page.goto("/account/2fa/webauthn/")
    page.get_by_role("heading", name="My laptop").wait_for()
    assert_accessible(page)

    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("heading", name="What waits for you").wait_for()
    assert console_errors == []


def test_a_passkey_that_fails_is_explained(page, cast, authenticator, console_errors):
    session, ident = authenticator
    session.send("WebAuthn.setUserVerified", {"authenticatorId": ident, "isUserVerified": False})
    page.goto("/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("The passkey could not be used").wait_for()
    assert console_errors == []
