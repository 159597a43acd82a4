"""Secrets of authenticator apps and seeds of recovery codes, encrypted where they are stored.

MFA_KEYS holds Fernet keys, newest first: the first encrypts, all decrypt. To change the key put a new one in
front, run `rotate_mfa_keys`, then take the old one away. A key made from SECRET_KEY stands behind them: it
encrypts while MFA_KEYS is not set, so that no secret is ever stored as it is.
"""

import base64
from typing import TYPE_CHECKING

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils.crypto import salted_hmac

from annotation.base.action import action, lock_rows

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

PREFIX = "fernet:"  # what has none was stored before secrets were encrypted
SECRETS = ("secret", "seed")  # of an app, of recovery codes
UNREADABLE = (
    "Your second step cannot be checked, because the key that its secret was encrypted with is not set here "
    "any more (MFA_KEYS). Please tell an admin of your study; a passkey still works."
)


class SecretUnreadableError(PermissionDenied):
    """No key that is set decrypts a stored secret."""


def encrypt_secret(text: str) -> str:
    """The text as it is stored, encrypted with the first key."""
    return PREFIX + _keys().encrypt(text.encode()).decode()


def decrypt_secret(stored: str) -> str:
    """The text. Raises SecretUnreadableError when none of the keys fits."""
    if not stored.startswith(PREFIX):
        return stored
    from cryptography.fernet import InvalidToken

    try:
        return _keys().decrypt(stored.removeprefix(PREFIX)).decode()
    except InvalidToken:
        raise SecretUnreadableError(UNREADABLE) from None


@action
def rotate_mfa_keys() -> dict[str, int]:
    """Encrypt every stored secret anew with the first key; count those and the ones that no key opens."""
    encrypted = unreadable = 0
    for authenticator in lock_rows(Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)):
        try:
            authenticator.data = _encrypted_anew(authenticator.data)
        except SecretUnreadableError:
            unreadable += 1
            continue
        authenticator.save(update_fields=["data"])
        encrypted += 1
    return {"encrypted": encrypted, "unreadable": unreadable}


def _encrypted_anew(data: dict) -> dict:
    anew = {name: encrypt_secret(decrypt_secret(data[name])) for name in SECRETS if name in data}
    codes = data.get("migrated_codes")
    if codes is not None:
        anew["migrated_codes"] = [encrypt_secret(decrypt_secret(code)) for code in codes]
    return data | anew


def _keys() -> "MultiFernet":
    from cryptography.fernet import Fernet, MultiFernet  # here, because most processes check no second step

    derived = salted_hmac("concord.mfa", "", secret=settings.SECRET_KEY, algorithm="sha256").digest()
    return MultiFernet([Fernet(key) for key in (*settings.MFA_KEYS, base64.urlsafe_b64encode(derived))])
