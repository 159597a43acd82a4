"""How sign-in differs from allauth's usual: nobody signs up; people come through /invitation/ only."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from annotation.models import Person


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Keeps allauth's own sign-up page closed for everybody."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


class PlainNamesAdapter(DefaultMFAAdapter):
    """Proposes "Passkey 2" where allauth would say "Backup key #1"."""

    def generate_authenticator_name(self, user: Person, type: Authenticator.Type) -> str:
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"
