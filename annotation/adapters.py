"""How sign-in differs from allauth's usual: nobody signs up. People come through /invitation/ only."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Keeps allauth's own sign-up page closed for everybody."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
