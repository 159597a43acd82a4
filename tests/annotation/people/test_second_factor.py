"""A role that needs a second step: everything else opens once there is one."""

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings as base_settings

from annotation.models import Role
from tests.annotation.people.test_sign_in import code_now
from tests.annotation.scene import make_open_round
from tests.cast import PASSWORD
from tests.html import html_of

OPEN = ("/account/2fa/", "/support/", "/account/logout/", "/account/reauthenticate/")


@pytest.fixture(autouse=True)
def admins_and_authors(settings):
    settings.REQUIRE_MFA = ["admin", "author"]


def give_app(person) -> Authenticator:
    return Authenticator.objects.create(user=person, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})


@pytest.mark.parametrize("who", ["admin", "author"])
def test_pages_lead_to_where_it_is_set_up(client, cast, who):
    client.force_login(getattr(cast, who))
    for address in ("/", "/tasks/", "/account/", "/people/", "/nothing-here/"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers.get("Location")) in (
            (302, "/account/2fa/"),
            (404, None),
        ), address
    assert client.get("/tasks/").status_code == 302
    for address in OPEN:
        assert client.get(address).headers.get("Location") != "/account/2fa/"
    assert "Your role needs a second step at sign-in." in html_of(client.get("/account/2fa/"))


def test_nothing_is_changed_before_either(client, cast):
    client.force_login(cast.admin)
    answer = client.post(f"/people/{cast.viewer.pk}/deactivate/")
    assert answer.url == "/account/2fa/"
    cast.viewer.refresh_from_db()
    assert cast.viewer.is_active


@pytest.mark.parametrize("kind", ["totp", "webauthn"])
def test_everything_opens_with_one(client, cast, kind):
    Authenticator.objects.create(user=cast.admin, type=kind, data={})
    client.force_login(cast.admin)
    assert client.get("/people/").status_code == 200


def test_recovery_codes_alone_are_none(client, cast):
    Authenticator.objects.create(user=cast.admin, type="recovery_codes", data={})
    client.force_login(cast.admin)
    assert client.get("/people/").status_code == 302


def test_other_roles_come_in_with_a_password(client, cast):
    for person in (cast.viewer, cast.clinicians[0], cast.outsider):
        client.force_login(person)
        assert client.get("/").status_code == 200
        assert "Your role needs" not in html_of(client.get("/account/2fa/"))


def test_nobody_is_asked_where_no_role_is_named(client, cast, settings):
    settings.REQUIRE_MFA = []
    client.force_login(cast.admin)
    assert client.get("/people/").status_code == 200


def test_the_outbox_and_programs_keep_what_they_have(client, cast):
    opened = make_open_round(cast, tasks=1, criteria=1)
    item = opened.items.first()
    rater = cast.clinicians[0]
    rater.role_grants.create(role=Role.ADMIN)
    client.force_login(rater)
    save = client.post(f"/label/pilot/{item.pk}/save/", data={}, content_type="application/json")
    for answer in (save, client.get("/api/rounds/"), client.get("/session/")):
        assert answer.status_code == 401
        assert answer.json()["code"] == "second_factor"
        assert "Set one up" in answer.json()["sentence"]


def test_a_part_of_a_page_makes_the_browser_load_the_whole(client, cast):
    client.force_login(cast.admin)
    assert client.get("/people/", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_an_admin_sets_up_an_app_at_the_first_sign_in(client, cast):
    answer = client.post("/account/login/", {"login": "emre", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == "/account/2fa/"
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/account/2fa/totp/activate/").context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": code_now(secret)})
    assert client.get("/people/").status_code == 200


@pytest.mark.parametrize(
    ("who", "others", "goes"), [("admin", 0, False), ("admin", 1, True), ("viewer", 0, True)]
)
def test_the_last_one_stays_with_those_who_must_have_it(client, cast, who, others, goes):
    person = getattr(cast, who)
    give_app(person)
    for _ in range(others):
        Authenticator.objects.create(user=person, type="webauthn", data={})
    client.force_login(person)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    answer = client.post("/account/2fa/totp/deactivate/")
    assert Authenticator.objects.filter(user=person, type="totp").exists() is not goes
    assert answer.status_code == (302 if goes else 200)


def test_the_roles_that_may_be_named_are_those_there_are():
    assert set(base_settings.ROLES) == set(Role.values)
