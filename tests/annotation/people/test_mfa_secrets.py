"""Secrets of second steps lie encrypted in the database, and their key can be changed."""

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.management import CommandError, call_command

from annotation.people.mfa_secrets import SecretUnreadableError, decrypt_secret, encrypt_secret
from config.checks import check_mfa_keys_are_set
from tests.annotation.people.test_sign_in import code_now, with_app
from tests.cast import PASSWORD
from tests.html import html_of

__all__ = ["with_app"]
pytestmark = pytest.mark.both_databases
OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
SECRET = "JBSWY3DPEHPK3PXP"


def stored(kind: str, name: str) -> str:
    return Authenticator.objects.get(type=kind).data[name]


def test_what_is_stored_is_not_the_secret_and_opens_the_account(client, cast, with_app):
    seed = stored("recovery_codes", "seed")
    assert stored("totp", "secret").startswith("fernet:")
    assert with_app not in stored("totp", "secret")
    assert seed.startswith("fernet:")
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    cache.clear()  # a code is good once, and the fixture used the one of this half minute
    answer = client.post("/account/2fa/authenticate/", {"code": code_now(with_app)}, follow=True)
    assert answer.wsgi_request.user == cast.viewer


@pytest.mark.parametrize(
    ("before", "after", "opens"),
    [
        ([], [], True),
        ([], [NEW], True),  # the key made from SECRET_KEY stands behind
        ([OLD], [NEW, OLD], True),
        ([OLD], [OLD], True),
        ([OLD], [NEW], False),
        ([OLD], [], False),
    ],
)
def test_any_key_that_is_set_decrypts(settings, before, after, opens):
    settings.MFA_KEYS = before
    secret = encrypt_secret(SECRET)
    settings.MFA_KEYS = after
    if opens:
        assert decrypt_secret(secret) == SECRET
    else:
        with pytest.raises(SecretUnreadableError, match="MFA_KEYS"):
            decrypt_secret(secret)


def test_a_secret_of_before_is_read_as_it_is():
    assert decrypt_secret(SECRET) == SECRET


def test_rotation_leaves_nothing_that_needs_the_old_key(cast, settings):
    settings.MFA_KEYS = [OLD]
    Authenticator.objects.create(user=cast.admin, type="totp", data={"secret": encrypt_secret(SECRET)})
    Authenticator.objects.create(user=cast.viewer, type="totp", data={"secret": SECRET})  # of before
    Authenticator.objects.create(user=cast.viewer, type="webauthn", data={"name": "Passkey 1"})
    codes = RecoveryCodes.activate(cast.admin).generate_codes()
    migrated = Authenticator.objects.create(
        user=cast.viewer, type="recovery_codes", data={"migrated_codes": ["12345678"]}
    )
    settings.MFA_KEYS = [NEW, OLD]
    assert json.loads(call_command("rotate_mfa_keys", json=True)) == {"encrypted": 4, "unreadable": 0}
    settings.MFA_KEYS = [NEW]
    secrets = [row.data["secret"] for row in Authenticator.objects.filter(type="totp")]
    assert [decrypt_secret(secret) for secret in secrets] == [SECRET, SECRET]
    assert all(secret.startswith("fernet:") for secret in secrets)
    assert Authenticator.objects.get(user=cast.admin, type="recovery_codes").wrap().generate_codes() == codes
    assert Authenticator.objects.get(pk=migrated.pk).wrap().generate_codes() == ["12345678"]
    assert Authenticator.objects.get(type="webauthn").data == {"name": "Passkey 1"}


def test_what_no_key_opens_is_said_and_left(cast, settings):
    settings.MFA_KEYS = [OLD]
    lost = Authenticator.objects.create(user=cast.admin, type="totp", data={"secret": encrypt_secret(SECRET)})
    settings.MFA_KEYS = [NEW]
    with pytest.raises(CommandError, match="1 secrets are opened by none of the keys"):
        call_command("rotate_mfa_keys")
    assert Authenticator.objects.get(pk=lost.pk).data == lost.data


def test_a_person_whose_secret_is_lost_reads_why(client, cast, settings):
    settings.MFA_KEYS = [OLD]
    Authenticator.objects.create(user=cast.viewer, type="totp", data={"secret": encrypt_secret(SECRET)})
    settings.MFA_KEYS = [NEW]
    client.post("/account/login/", {"login": "farah", "password": PASSWORD})
    answer = client.post("/account/2fa/authenticate/", {"code": "123456"})
    assert answer.status_code == 403
    assert "a passkey still works" in html_of(answer)


@pytest.mark.parametrize(("keys", "warned"), [([], ["concord.W002"]), ([NEW], [])])
def test_a_key_of_its_own_is_asked_for_in_production(settings, keys, warned):
    settings.MFA_KEYS = keys
    assert [message.id for message in check_mfa_keys_are_set()] == warned
