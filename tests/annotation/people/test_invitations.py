"""Inviting someone, and arriving by the link."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from annotation.models import AuditEntry, Invitation, Person, Role
from annotation.people.accounts import deactivate_person, set_roles
from annotation.people.invitations import invite_person, token_hash
from tests.cast import PASSWORD, make_person
from tests.html import html_of

pytestmark = pytest.mark.both_databases

ARRIVAL = {
    "username": "noor",
    "first_name": "Noor",
    "last_name": "Haddad",
    "password": "rain on a tin roof",
    "password_again": "rain on a tin roof",
}


@pytest.fixture
def link(cast):
    """An open invitation of a clinician, as the address that was shown once."""
    _, token = invite_person(actor=cast.admin, email="noor@example.org", roles=["clinician"])
    return f"/invitation/{token}/"


def test_an_admin_invites_and_is_shown_the_link_once(client, cast):
    client.force_login(cast.admin)
    asked = {"email": "noor@example.org", "roles": ["clinician", "author"], "send_email": "on"}
    answer = client.post("/people/invite/", asked)
    assert answer.status_code == 201
    token = re.search(r"/invitation/([\w-]+)/", html_of(answer))[1]
    invitation = Invitation.objects.get()
    assert invitation.token_hash == token_hash(token)
    assert invitation.roles == ["author", "clinician"]
    assert token in mail.outbox[0].body
    assert mail.outbox[0].to == ["noor@example.org"]
    assert token not in html_of(client.get("/people/"))
    entry = AuditEntry.objects.get()
    assert entry.verb == "invite_person"
    assert "noor" not in str(entry.detail)  # the log outlives pseudonymising


def test_without_the_wish_no_mail_is_sent(client, cast):
    client.force_login(cast.admin)
    answer = client.post("/people/invite/", {"email": "noor@example.org", "roles": ["viewer"]})
    assert "No email was sent, as you chose." in html_of(answer)
    assert mail.outbox == []


def test_a_mail_that_cannot_be_sent_costs_nothing(client, cast, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nothing listens there
    client.force_login(cast.admin)
    asked = {"email": "noor@example.org", "roles": ["viewer"], "send_email": "on"}
    answer = client.post("/people/invite/", asked)
    assert answer.status_code == 201
    assert "could not be sent" in html_of(answer)
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"email": "not an address", "roles": ["viewer"]}, "Enter a valid email address"),
        ({"email": "noor@example.org"}, "This field is required"),
        ({"email": "noor@example.org", "roles": ["king"]}, "Select a valid choice"),
        ({"email": "ASHA@example.org", "roles": ["viewer"]}, "already belongs to an account"),
    ],
)
def test_bad_input_invites_nobody(client, cast, asked, sentence):
    client.force_login(cast.admin)
    answer = client.post("/people/invite/", asked)
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("who", ["author", "viewer", "outsider"])
def test_only_admins_invite(client, cast, who):
    client.force_login(getattr(cast, who))
    assert client.post("/people/invite/", {"email": "x@example.org", "roles": ["admin"]}).status_code == 403
    assert not Invitation.objects.exists()


def test_the_invited_person_arrives(client, link):
    answer = client.get(link)
    assert answer.url == "/invitation/"  # the token leaves the address bar
    page = html_of(client.get("/invitation/"))
    assert "noor@example.org" in page
    answer = client.post("/invitation/", ARRIVAL)
    assert (answer.status_code, answer.url) == (302, "/")
    person = Person.objects.get(username="noor")
    assert person.check_password("rain on a tin roof")
    assert (person.email, person.roles) == ("noor@example.org", {Role.CLINICIAN})
    assert client.get("/").wsgi_request.user == person


def test_a_link_works_once(client, link):
    client.get(link)
    client.post("/invitation/", ARRIVAL)
    client.logout()
    client.get(link)
    answer = client.post("/invitation/", {**ARRIVAL, "username": "other"})
    assert answer.status_code == 410
    assert not Person.objects.filter(username="other").exists()


def test_a_link_expires(client, link, time_machine):
    time_machine.move_to(Invitation.objects.get().expires_at + timedelta(seconds=1))
    client.get(link)
    assert client.get("/invitation/").status_code == 410


def test_a_new_invitation_ends_the_old_one(client, cast, link):
    invite_person(actor=cast.admin, email="Noor@example.org", roles=["author"])
    client.get(link)
    assert client.get("/invitation/").status_code == 410


def test_a_withdrawn_link_is_dead(client, cast, link):
    invitation = Invitation.objects.get()
    client.force_login(cast.admin)
    address = f"/people/invitations/{invitation.pk}/withdraw/"
    assert client.post(address, follow=True).status_code == 200
    assert client.post(address).status_code == 302  # a second press is harmless
    assert AuditEntry.objects.filter(verb="withdraw_invitation").count() == 1
    client.logout()
    client.get(link)
    assert client.get("/invitation/").status_code == 410


def test_a_made_up_link_tells_nothing(client, db):
    client.get("/invitation/made-up/")
    answer = client.get("/invitation/")
    assert answer.status_code == 410
    assert "This link has ended" in html_of(answer)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"username": "ASHA"}, "This user name is taken"),
        ({"username": ""}, "This field is required"),
        ({"password_again": "sun on a tin roof"}, "The two passwords differ"),
        ({"password": "12345678", "password_again": "12345678"}, "entirely numeric"),
        ({"password": "noor@example.org", "password_again": "noor@example.org"}, "too similar"),
    ],
)
def test_bad_input_makes_no_account(client, link, changed, sentence):
    client.get(link)
    before = Person.objects.count()
    answer = client.post("/invitation/", {**ARRIVAL, **changed})
    assert answer.status_code == 422
    assert sentence in html_of(answer)
    assert Person.objects.count() == before


def test_someone_signed_in_is_asked_to_sign_out_first(client, cast, link):
    client.force_login(cast.viewer)
    client.get(link)
    answer = client.post("/invitation/", ARRIVAL)
    assert answer.status_code == 409
    assert not Person.objects.filter(username="noor").exists()


def test_there_is_no_other_sign_up(client, db):
    page = html_of(client.get("/account/signup/"))
    assert "People join by invitation" in page
    asked = {"username": "x", "email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/account/signup/", asked)
    assert not Person.objects.filter(username="x").exists()
    assert answer.status_code == 200


def test_an_invitation_ends_when_its_maker_is_no_admin_any_more(client, cast, link):
    chief = make_person("chief", Role.ADMIN)
    set_roles(actor=chief, person=cast.admin, roles=[Role.AUTHOR])
    client.get(link)
    assert client.get("/invitation/").status_code == 410
    assert AuditEntry.objects.filter(verb="withdraw_invitation", actor=chief).count() == 1
    set_roles(actor=chief, person=cast.admin, roles=[Role.ADMIN])  # the link stays dead
    assert client.get("/invitation/").status_code == 410
    assert not Person.objects.filter(username="noor").exists()


def test_an_invitation_ends_when_its_maker_is_deactivated(client, cast, link):
    deactivate_person(actor=make_person("chief", Role.ADMIN), person=cast.admin)
    client.get(link)
    assert client.post("/invitation/", ARRIVAL).status_code == 410


@pytest.mark.parametrize("is_admin", [True, False])
def test_the_makers_role_is_asked_for_again_when_the_link_is_used(client, cast, link, is_admin):
    if not is_admin:
        cast.admin.role_grants.all().delete()  # by whatever way
    client.get(link)
    chief = Client()
    chief.force_login(make_person("chief", Role.ADMIN))
    assert ("noor@example.org" in html_of(chief.get("/people/"))) is is_admin
    assert client.post("/invitation/", ARRIVAL).status_code == (302 if is_admin else 410)


def test_other_changes_of_roles_leave_invitations_alone(client, cast, link):
    chief = make_person("chief", Role.ADMIN)
    set_roles(actor=chief, person=cast.admin, roles=[Role.ADMIN, Role.AUTHOR])
    set_roles(actor=chief, person=cast.viewer, roles=[])
    assert Invitation.objects.get().withdrawn_at is None


def test_a_commands_invitation_has_no_maker_to_lose(client, db):
    _, token = invite_person(actor=None, email="noor@example.org", roles=["admin"])
    client.get(f"/invitation/{token}/")
    assert client.post("/invitation/", ARRIVAL).status_code == 302


def test_without_a_mail_server_the_pages_say_that_nothing_is_sent(client, cast, settings):
    settings.SENDS_MAIL = False
    client.force_login(cast.admin)
    assert "No mail server is set here" in html_of(client.get("/people/invite/"))
    asked = {"email": "noor@example.org", "roles": ["viewer"], "send_email": "on"}
    page = html_of(client.post("/people/invite/", asked))
    assert "No email was sent, because no mail server is set here." in page
    assert "on its way" not in page
    assert mail.outbox == []
    client.logout()
    page = html_of(client.get("/account/password/reset/"))
    assert "no link can be sent to you" in page
    assert "Send the link" not in page
