"""Invite someone from the server; the first admin comes in this way."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.urls import reverse

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from annotation.people.invitations import DAYS_VALID, invite_person


class Command(ConcordCommand):
    help = "Make a single-use invitation and print its link. Roles: clinician, author, admin, viewer."

    def add_options(self, parser):
        parser.add_argument("email")
        parser.add_argument("--roles", required=True, help="separated by commas")
        parser.add_argument("--site", help="where the site is, such as https://concord.example.org")

    def run(self, *, email, roles, site, **options):
        try:
            validate_email(email)
        except ValidationError:
            raise BadInputError(f"{email!r} is not an email address.") from None
        wanted = [role.strip() for role in roles.split(",") if role.strip()]
        _, token = invite_person(actor=None, email=email, roles=wanted)
        start = site or next(iter(settings.CSRF_TRUSTED_ORIGINS), "http://127.0.0.1:8000")
        return {
            "email": email,
            "roles": wanted,
            "link": start.rstrip("/") + reverse("invitation_link", args=[token]),
        }

    def lines(self, result):
        yield f"{result['email']} is invited as {', '.join(result['roles'])}."
        yield "No email is sent. Pass this link on yourself."
        yield f"The link works once, for {DAYS_VALID} days, and is not shown again:"
        yield result["link"]
