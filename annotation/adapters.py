"""How sign-in differs from allauth's usual: nobody signs up without an invitation."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

INVITATION_SESSION_KEY = "accepted_invitation"


class InvitedOnlyAdapter(DefaultAccountAdapter):
    """Opens the sign-up page only to a visitor whose session holds an accepted invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return INVITATION_SESSION_KEY in request.session
