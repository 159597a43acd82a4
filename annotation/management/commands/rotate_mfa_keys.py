"""Encrypt the secrets of authenticator apps and recovery codes anew, with the first key of MFA_KEYS."""

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from annotation.people.mfa_secrets import rotate_mfa_keys


class Command(ConcordCommand):
    help = "Encrypt secrets of second steps anew with the first key of MFA_KEYS. Then older keys can go."

    def run(self, **options):
        counts = rotate_mfa_keys()
        if counts["unreadable"]:
            raise BadInputError(
                f"{counts['unreadable']:,} secrets are opened by none of the keys of MFA_KEYS and were "
                f"left as they are; {counts['encrypted']:,} are encrypted with the first one now. "
                "Put the missing key behind the others and run this again."
            )
        return counts

    def lines(self, result):
        yield f"{result['encrypted']:,} secrets are encrypted with the first key of MFA_KEYS."
