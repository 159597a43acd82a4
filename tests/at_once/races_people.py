"""Roles, accounts, invitations, and what people set for themselves."""

from allauth.mfa.models import Authenticator

from annotation.jobs.start import start_job, try_again
from annotation.models import Job, Role
from annotation.people.accounts import (
    change_account,
    deactivate_person,
    grant_role,
    pseudonymise_person,
    reactivate_person,
    revoke_role,
    set_roles,
)
from annotation.people.invitations import accept_invitation, invite_person, withdraw_invitation
from annotation.people.mfa_secrets import encrypt_secret, rotate_mfa_keys
from annotation.site.display import display_of
from annotation.site.shortcuts import choose_keys, keys_of
from tests.at_once.registry import race
from tests.at_once.stage import Stage, fresh

LAST_ADMIN = "is the only active admin. Make someone else an admin first"


@race(set_roles, won=1, said=LAST_ADMIN)
def two_admins_revoke_each_other(stage: Stage):
    one, other = stage.admins()
    return [
        lambda: set_roles(actor=one, person=fresh(other), roles=[]),
        lambda: set_roles(actor=other, person=fresh(one), roles=[]),
    ]


@race(set_roles, won=3)
def the_same_roles_for_one_person(stage: Stage):
    person, roles = stage.cast.outsider, ["author", "viewer"]
    return [lambda: set_roles(actor=stage.admin, person=fresh(person), roles=roles)] * 3


@race(grant_role, won=3)
def one_role_is_granted_thrice(stage: Stage):
    return [lambda: grant_role(actor=None, person=fresh(stage.cast.outsider), role="viewer")] * 3


@race(grant_role, won=2)
def two_roles_are_granted_to_one_person(stage: Stage):
    person = stage.cast.outsider
    stage.after = lambda: fresh(person).roles == {"viewer", "author"}  # neither takes the other back
    return [
        lambda: grant_role(actor=None, person=fresh(person), role="viewer"),
        lambda: grant_role(actor=None, person=fresh(person), role="author"),
    ]


@race(revoke_role, won=1, said=LAST_ADMIN)
def both_admins_lose_the_role(stage: Stage):
    return [
        lambda person=person: revoke_role(actor=None, person=fresh(person), role=Role.ADMIN)
        for person in stage.admins()
    ]


@race(deactivate_person, won=1, said=LAST_ADMIN)
def two_admins_deactivate_each_other(stage: Stage):
    one, other = stage.admins()
    return [
        lambda: deactivate_person(actor=one, person=fresh(other)),
        lambda: deactivate_person(actor=other, person=fresh(one)),
    ]


@race(deactivate_person, set_roles, won=1, said=LAST_ADMIN)
def one_admin_is_deactivated_and_the_other_loses_the_role(stage: Stage):
    one, other = stage.admins()
    return [
        lambda: deactivate_person(actor=one, person=fresh(other)),
        lambda: set_roles(actor=other, person=fresh(one), roles=[]),
    ]


@race(reactivate_person, pseudonymise_person, won=1, said="cannot come back|Deactivate this person first")
def somebody_comes_back_and_is_pseudonymised(stage: Stage):
    person = stage.cast.author
    deactivate_person(actor=stage.admin, person=person)
    return [
        lambda: reactivate_person(actor=stage.admin, person=fresh(person)),
        lambda: pseudonymise_person(actor=stage.other_admin, person=fresh(person)),
    ]


@race(pseudonymise_person, won=3)
def one_person_is_pseudonymised_thrice(stage: Stage):
    deactivate_person(actor=stage.admin, person=stage.cast.author)
    return [lambda: pseudonymise_person(actor=stage.admin, person=fresh(stage.cast.author))] * 3


@race(change_account, choose_keys, won=2)
def one_changes_account_and_keys_in_two_windows(stage: Stage):
    person = stage.cast.clinicians[0]
    own = {"first_name": "Asha", "last_name": "R", "time_zone": "UTC", "country": ""}
    keys = keys_of(None) | {"met": "1"}
    stage.after = lambda: (fresh(person).first_name, fresh(person).display["keys"]) == ("Asha", keys)
    return [
        lambda: change_account(person=fresh(person), **own, display=display_of(person.display)),
        lambda: choose_keys(person=fresh(person), keys=keys, are_on=True),
    ]


@race(change_account, pseudonymise_person, won=None, said="This account was deactivated")
def an_account_is_changed_while_it_is_pseudonymised(stage: Stage):
    person = stage.cast.author
    own = {"first_name": "Ada", "last_name": "L", "time_zone": "UTC", "country": ""}
    deactivate_person(actor=stage.admin, person=person)
    stage.after = lambda: fresh(person).first_name == ""
    return [
        lambda: change_account(person=person, **own, display=display_of(person.display)),
        lambda: pseudonymise_person(actor=stage.admin, person=fresh(person)),
    ]


@race(invite_person, won=None, said="Somebody else invited noor@example.org at this moment")
def three_invite_one_address(stage: Stage):
    from annotation.models import Invitation

    stage.after = lambda: Invitation.objects.filter(withdrawn_at=None).count() == 1
    return [lambda: invite_person(actor=stage.admin, email="noor@example.org", roles=["viewer"])] * 3


@race(accept_invitation, won=1, said="This user name is taken. Please choose another")
def two_invited_people_choose_one_name(stage: Stage):
    invitations = [stage.invited("noor@example.org"), stage.invited("nora@example.org")]
    names = ("noor", "Noor")
    return [
        lambda one=one, name=name: accept_invitation(
            invitation=fresh(one), **stage.arrival | {"username": name}
        )
        for one, name in zip(invitations, names, strict=True)
    ]


@race(accept_invitation, won=1, said="This invitation was used, withdrawn or is too old")
def one_invitation_is_accepted_thrice(stage: Stage):
    invitation = stage.invited("noor@example.org")
    return [
        lambda name=name: accept_invitation(
            invitation=fresh(invitation), **stage.arrival | {"username": name}
        )
        for name in ("noor", "nora", "nour")
    ]


@race(accept_invitation, withdraw_invitation, won=None, said="This invitation was used, withdrawn")
def an_invitation_is_accepted_and_withdrawn(stage: Stage):
    invitation = stage.invited("noor@example.org")
    return [
        lambda: accept_invitation(invitation=fresh(invitation), **stage.arrival),
        lambda: withdraw_invitation(actor=stage.admin, invitation=fresh(invitation)),
    ]


@race(accept_invitation, invite_person, won=None, said="already belongs to an account|was used, withdrawn")
def an_address_is_invited_again_while_it_arrives(stage: Stage):
    invitation = stage.invited("noor@example.org")
    return [
        lambda: accept_invitation(invitation=fresh(invitation), **stage.arrival),
        lambda: invite_person(actor=stage.admin, email="Noor@example.org", roles=["author"]),
    ]


@race(accept_invitation, deactivate_person, won=None, said="This invitation was used, withdrawn")
def an_invitation_is_accepted_while_its_maker_goes(stage: Stage):
    invitation = stage.invited("noor@example.org")
    return [
        lambda: accept_invitation(invitation=fresh(invitation), **stage.arrival),
        lambda: deactivate_person(actor=stage.other_admin, person=fresh(stage.admin)),
    ]


@race(rotate_mfa_keys, won=3)
def secrets_are_encrypted_anew_thrice(stage: Stage):
    data = {"secret": encrypt_secret("a secret")}
    Authenticator.objects.create(user=stage.admin, type=Authenticator.Type.TOTP, data=data)
    return [rotate_mfa_keys] * 3


@race(start_job, try_again, won=4)
def a_stopped_job_is_tried_again_thrice_while_another_starts(stage: Stage):
    facts = {"kind": "trial", "title": "A trial", "parameters": {}, "closed_to_raters": False}
    stopped = Job.objects.create(**facts, state=Job.State.FAILED, started_by=stage.admin)
    return [
        *[lambda: try_again(fresh(stopped))] * 3,
        lambda: start_job(**facts, actor=stage.admin),
    ]
