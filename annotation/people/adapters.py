"""How sign-in differs from allauth's usual: nobody signs up; people come through /invitation/ only."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from annotation.models import Person
from annotation.people.mfa_secrets import decrypt_secret, encrypt_secret
from annotation.people.second_factor import must_have_second_factor, second_factors


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Keeps allauth's own sign-up page closed for everybody."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


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
