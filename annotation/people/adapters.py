"""How sign-in differs from allauth's usual: nobody signs up; people come through /invitation/ only."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest, HttpResponse

from annotation.models import Person
from annotation.people.devices import remember_device
from annotation.people.mfa_secrets import decrypt_secret, encrypt_secret
from annotation.people.second_factor import must_have_second_factor, second_factors
from annotation.people.sign_in_limits import account_named, count_attempt, forget_attempts

TOO_MANY = (
    "There were too many attempts. Wait some minutes, use a browser in which you signed in before, or set a "
    "new password by email with “Forgotten password”."
)


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Keeps allauth's own sign-up page closed for everybody, and counts wrong passwords in our way."""

    error_messages = DefaultAccountAdapter.error_messages | {"too_many_login_attempts": TOO_MANY}

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        name = credentials.get("username") or credentials.get("email") or ""
        self._take_back_attempt = count_attempt(request, name)
        if self._take_back_attempt is None:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        self._take_back_attempt()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """The person has set a new password through a mailed link."""
        person = account_named(credentials.get("email", ""))
        if person is not None:
            forget_attempts(request, person)
            remember_device(request, person)

    def post_login(self, request: HttpRequest, user: Person, **kwargs: Any) -> HttpResponse:
        remember_device(request, user)
        return super().post_login(request, user, **kwargs)


class SecondStepAdapter(DefaultMFAAdapter):
    """Encrypts secrets, keeps the last second step of those who must have one, and proposes "Passkey 2" where
    allauth would say "Backup key #1".
    """

    def encrypt(self, text: str) -> str:
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        return decrypt_secret(encrypted_text)

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        if not must_have_second_factor(authenticator.user):
            return True
        return second_factors(authenticator.user).exclude(pk=authenticator.pk).exists()

    def generate_authenticator_name(self, user: Person, type: Authenticator.Type) -> str:
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"
