"""Roles, standing and own settings of people. Nobody is ever deleted, and one active admin always remains."""

from collections.abc import Collection

from annotation.base.action import action, lock_row, one_account_at_a_time
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.models import Person, Role, RoleGrant
from annotation.people.invitations import withdraw_invitations_of, withdraw_invitations_to
from annotation.people.personal_columns import addresses_of, erase_personal_columns
from annotation.site.display import Display


@action
def set_roles(*, actor: Person, person: Person, roles: Collection[str]) -> tuple[set[str], set[str]]:
    """Let the person hold exactly `roles`; return what was granted and what was revoked.

    Raises BadInputError for an unknown role, and when nobody would be left who is an active admin.
    """
    wanted = set(roles)
    unknown = sorted(wanted - set(Role.values))
    if unknown:
        raise BadInputError(f"These roles are not known: {', '.join(unknown)}.")
    one_account_at_a_time()
    before = _held(person)
    granted, revoked = wanted - before, before - wanted
    if Role.ADMIN in revoked:
        _keep_an_admin(without=person)
    RoleGrant.objects.filter(person=person, role__in=revoked).delete()
    RoleGrant.objects.bulk_create(
        RoleGrant(person=person, role=role, granted_by=actor) for role in sorted(granted)
    )
    if Role.ADMIN in revoked:
        withdraw_invitations_of(actor=actor, inviter=person)
    if granted or revoked:
        _record_roles(actor, person, before, wanted)
    return granted, revoked


@action
def grant_role(*, actor: Person | None, person: Person, role: str) -> None:
    """Add one role; nothing happens when it is held already."""
    one_account_at_a_time()
    set_roles(actor=actor, person=person, roles=_held(person) | {role})


@action
def revoke_role(*, actor: Person | None, person: Person, role: str) -> None:
    """Take one role away; nothing happens when it is not held."""
    one_account_at_a_time()
    set_roles(actor=actor, person=person, roles=_held(person) - {role})


@action
def deactivate_person(*, actor: Person, person: Person) -> None:
    """Keep the person from signing in. Their work and their roles stay as they are.

    Sessions end with the next request, and invitations that they made at once. Raises BadInputError for the
    last active admin.
    """
    one_account_at_a_time()
    _keep_an_admin(without=person)
    if Person.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
        withdraw_invitations_of(actor=actor, inviter=person)
        record_audit(actor=actor, verb="deactivate_person", target=person)


@action
def reactivate_person(*, actor: Person, person: Person) -> None:
    """Let a deactivated person sign in again. Raises BadInputError for someone who was pseudonymised."""
    one_account_at_a_time()
    if is_pseudonymised(lock_row(person)):
        raise BadInputError("This person was pseudonymised and cannot come back. Invite them anew.")
    if Person.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
        record_audit(actor=actor, verb="reactivate_person", target=person)


@action
def pseudonymise_person(*, actor: Person, person: Person) -> None:
    """Replace name and addresses of a deactivated person by their pseudonym. Cannot be undone.

    Labels, revisions and audit rows stay and show the pseudonym. Invitations to one of the addresses end and
    lose it. Raises BadInputError for an active person.
    """
    one_account_at_a_time()
    person = lock_row(person)
    if person.is_active:
        raise BadInputError("Deactivate this person first; an account in use keeps its name.")
    withdraw_invitations_to(actor=actor, addresses=addresses_of(person))
    erase_personal_columns(person)
    record_audit(actor=actor, verb="pseudonymise_person", target=person)


def check_in_use(person: Person) -> None:
    """Raise NotNowError when the account was deactivated while its holder was still changing it."""
    if not person.is_active:
        raise NotNowError("This account was deactivated, so nothing about it was changed.")


def is_pseudonymised(person: Person) -> bool:
    return person.username == person.pseudonym


def _held(person: Person) -> set[str]:
    return set(RoleGrant.objects.filter(person=person).values_list("role", flat=True))


def _record_roles(actor: Person | None, person: Person, before: set[str], after: set[str]) -> None:
    detail = {"granted": sorted(after - before), "revoked": sorted(before - after)}
    record_audit(
        actor=actor,
        verb="set_roles",
        target=person,
        before=sorted(before),
        after=sorted(after),
        detail=detail,
    )


def _keep_an_admin(*, without: Person) -> None:
    """Raise BadInputError unless another active admin exists. Call it while accounts are locked."""
    admins = RoleGrant.objects.filter(role=Role.ADMIN, person__is_active=True)
    holders = set(admins.values_list("person_id", flat=True))
    if holders == {without.pk}:
        raise BadInputError(f"{without} is the only active admin. Make someone else an admin first.")


@action
def change_account(
    *, person: Person, first_name: str, last_name: str, time_zone: str, country: str, display: Display
) -> Person:
    """Store the person's name, place and display settings. Display keys of other pages stay as they are.

    The audit row says only that the account changed: how someone reads is nobody else's business.
    """
    person = lock_row(person)
    check_in_use(person)
    person.first_name, person.last_name = first_name, last_name
    person.time_zone, person.country = time_zone, country
    person.display = {**person.display, **display.as_json()}
    person.save(update_fields=["first_name", "last_name", "time_zone", "country", "display"])
    record_audit(actor=person, verb="change_account", target=person)
    return person
