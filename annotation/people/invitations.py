"""Bring people in: invite, mail the link, withdraw, accept. Only the hash of a link's token is kept."""

import hashlib
import logging
import secrets
from collections.abc import Collection
from datetime import timedelta
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from annotation.base.action import action, lock_row, lock_rows, one_account_at_a_time, refused_by
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.models import Invitation, Person, Role, RoleGrant

DAYS_VALID = 14

logger = logging.getLogger(__name__)


def token_hash(token: str) -> str:
    """SHA-256 of an invitation's token, in hex: what the database knows of it."""
    return hashlib.sha256(token.encode()).hexdigest()


@action
def invite_person(*, actor: Person | None, email: str, roles: Collection[str]) -> tuple[Invitation, str]:
    """Make a single-use invitation and return it with its token, which is shown once and never stored.

    An open invitation to the same address is withdrawn, so that one link works at a time.
    Raises BadInputError for an address that already has an account and for no or unknown roles.
    """
    problems = list(_invitation_problems(email, roles))
    if problems:
        raise BadInputError(problems)
    now = timezone.now()
    not_ended = Invitation.objects.filter(accepted_at=None, withdrawn_at=None)
    not_ended.alias(address=Lower("email")).filter(address=Lower(Value(email))).update(withdrawn_at=now)
    token = secrets.token_urlsafe(32)
    invitation = Invitation(
        email=email,
        roles=sorted(roles),
        token_hash=token_hash(token),
        invited_by=actor,
        expires_at=now + timedelta(days=DAYS_VALID),
    )
    # A second admin at this very moment is told so; one who comes later replaces the invitation knowingly.
    at_once = f"Somebody else invited {email} at this moment. Look at the open invitations first."
    with refused_by("invitation_open_once_an_address", at_once):
        invitation.save()
    record_audit(actor=actor, verb="invite_person", target=invitation, detail={"roles": sorted(roles)})
    return invitation, token


def send_invitation(request: HttpRequest, invitation: Invitation, link: str) -> bool:
    """Send the link to the invited address and return whether the mail server took it.

    Nothing is sent while no mail server is set. A server that cannot be reached is logged, not raised: the
    invitation stands, its link can be handed on.
    """
    if not settings.SENDS_MAIL:
        return False
    context = {"invitation": invitation, "link": link}
    text = render_to_string("annotation/invitation_email.txt", context, request)
    try:
        return bool(send_mail("Your invitation to Concord", text, None, [invitation.email]))
    except (OSError, SMTPException):
        logger.warning("An invitation could not be sent by email.", exc_info=True)
        return False


@action
def withdraw_invitation(*, actor: Person, invitation: Invitation) -> bool:
    """End an open invitation. Return False, and change nothing, when it was used or withdrawn before."""
    still_open = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, withdrawn_at=None)
    if not still_open.update(withdrawn_at=timezone.now()):
        return False
    record_audit(actor=actor, verb="withdraw_invitation", target=invitation)
    return True


def withdraw_invitations_of(*, actor: Person | None, inviter: Person) -> None:
    """End the open invitations that `inviter` made: one who may not invite lets nobody in by an old link."""
    _withdraw_all(actor, Q(invited_by=inviter))


def withdraw_invitations_to(*, actor: Person | None, addresses: Collection[str]) -> None:
    """End the open invitations to any of the addresses, which are in small letters."""
    _withdraw_all(actor, Q(address__in=addresses))


def _withdraw_all(actor: Person | None, condition: Q) -> None:
    still_open = Invitation.objects.alias(address=Lower("email")).filter(
        condition, accepted_at=None, withdrawn_at=None
    )
    for invitation in lock_rows(still_open):
        Invitation.objects.filter(pk=invitation.pk).update(withdrawn_at=timezone.now())
        record_audit(actor=actor, verb="withdraw_invitation", target=invitation)


@action
def accept_invitation(
    *, invitation: Invitation, username: str, password: str, first_name: str = "", last_name: str = ""
) -> Person:
    """Make the account an invitation promised, with its roles, and use the invitation up.

    The caller has validated name and password. Raises NotNowError when the invitation has ended, and
    BadInputError when the name was taken meanwhile, or the address belongs to an account by now.
    """
    one_account_at_a_time()
    invitation = lock_row(invitation)
    if not is_open(invitation):
        raise NotNowError("This invitation was used, withdrawn or is too old. Please ask for a new one.")
    problems = user_name_problems(username)
    if _has_account(invitation.email):
        problems.append("The invited address belongs to an account by now. Sign in with that one instead.")
    if problems:
        raise BadInputError(problems)
    person = Person.objects.create_user(
        username, invitation.email, password, first_name=first_name, last_name=last_name
    )
    EmailAddress.objects.create(user=person, email=invitation.email, verified=True, primary=True)
    RoleGrant.objects.bulk_create(
        RoleGrant(person=person, role=role, granted_by=invitation.invited_by) for role in invitation.roles
    )
    invitation.accepted_at, invitation.person = timezone.now(), person
    invitation.save(update_fields=["accepted_at", "person"])
    record_audit(
        actor=person, verb="accept_invitation", target=invitation, detail={"roles": invitation.roles}
    )
    return person


def is_open(invitation: Invitation) -> bool:
    """Whether the link of this invitation still makes an account."""
    return open_among(Invitation.objects.filter(pk=invitation.pk)).exists()


def open_among(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those whose links still make an account: not used, not withdrawn, not too old.

    The maker must still be an admin, since an invitation grants roles on that person's word. A command has
    none.
    """
    admins = Person.objects.filter(is_active=True, role_grants__role=Role.ADMIN)
    return invitations.filter(
        Q(invited_by=None) | Q(invited_by__in=admins),
        accepted_at=None,
        withdrawn_at=None,
        expires_at__gt=timezone.now(),
    )


def user_name_problems(username: str) -> list[str]:
    """What stands in the way of this user name: that somebody has it, in whatever letters."""
    is_taken = Person.objects.filter(username__iexact=username).exists()
    return ["This user name is taken. Please choose another."] if is_taken else []


def _has_account(email: str) -> bool:
    own = Person.objects.filter(email__iexact=email)
    return own.exists() or EmailAddress.objects.filter(email__iexact=email, verified=True).exists()


def _invitation_problems(email: str, roles: Collection[str]):
    if _has_account(email):
        yield f"{email} already belongs to an account. Open that person's page to change their roles."
    if not roles:
        yield "Choose at least one role, so that the person finds their work when they arrive."
    unknown = sorted(set(roles) - set(Role.values))
    if unknown:
        yield f"These roles are not known: {', '.join(unknown)}. Choose among {', '.join(Role.values)}."
