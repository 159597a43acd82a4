"""/people/: roles and standing."""

import pytest

from annotation.base.errors import BadInputError
from annotation.models import AuditEntry, Person, Role
from annotation.people.accounts import (
    deactivate_person,
    grant_role,
    pseudonymise_person,
    revoke_role,
    set_roles,
)
from tests.html import html_of

pytestmark = pytest.mark.both_databases


def fresh(person):
    return Person.objects.get(pk=person.pk)


def test_an_admin_sees_everybody(client, cast):
    client.force_login(cast.admin)
    page = html_of(client.get("/people/"))
    for person in (*cast.clinicians, cast.author, cast.viewer, cast.outsider):
        assert person.username in page


@pytest.mark.parametrize("who", ["author", "viewer", "outsider"])
def test_nobody_else_does(client, cast, who):
    client.force_login(getattr(cast, who))
    for address in ("/people/", f"/people/{cast.admin.pk}/"):
        assert client.get(address).status_code == 403
    for act in ("deactivate", "reactivate", "pseudonymise"):
        assert client.post(f"/people/{cast.admin.pk}/{act}/").status_code == 403
    assert fresh(cast.admin).is_active


def test_roles_are_set_and_written_down(client, cast):
    client.force_login(cast.admin)
    address = f"/people/{cast.author.pk}/"
    answer = client.post(address, {"roles": ["clinician", "viewer"]}, follow=True)
    assert fresh(cast.author).roles == {Role.CLINICIAN, Role.VIEWER}
    assert "dewi now holds clinician, viewer and no longer holds rubric author." in html_of(answer)
    entry = AuditEntry.objects.get(verb="set_roles")
    assert entry.detail == {"granted": ["clinician", "viewer"], "revoked": ["author"]}
    client.post(address, {"roles": ["clinician", "viewer"]})
    assert AuditEntry.objects.filter(verb="set_roles").count() == 1  # nothing changed, nothing to write down


def test_an_unknown_role_changes_nothing(client, cast):
    client.force_login(cast.admin)
    assert client.post(f"/people/{cast.author.pk}/", {"roles": ["king"]}).status_code == 422
    assert fresh(cast.author).roles == {Role.AUTHOR}


def test_the_last_admin_stays(client, cast):
    client.force_login(cast.admin)
    answer = client.post(f"/people/{cast.admin.pk}/", {"roles": []})
    assert answer.status_code == 422
    assert "is the only active admin" in html_of(answer)
    answer = client.post(f"/people/{cast.admin.pk}/deactivate/")
    assert answer.status_code == 422
    assert fresh(cast.admin).has_role(Role.ADMIN)


def test_an_inactive_admin_does_not_count(cast):
    grant_role(actor=cast.admin, person=cast.author, role=Role.ADMIN)
    deactivate_person(actor=cast.admin, person=cast.author)
    with pytest.raises(BadInputError, match="only active admin"):
        revoke_role(actor=cast.admin, person=cast.admin, role=Role.ADMIN)
    assert fresh(cast.admin).has_role(Role.ADMIN)


def test_granting_and_revoking_twice_is_harmless(cast):
    for _ in range(2):
        grant_role(actor=cast.admin, person=cast.viewer, role=Role.AUTHOR)
    assert fresh(cast.viewer).roles == {Role.VIEWER, Role.AUTHOR}
    for _ in range(2):
        revoke_role(actor=cast.admin, person=cast.viewer, role=Role.AUTHOR)
    assert fresh(cast.viewer).roles == {Role.VIEWER}
    assert AuditEntry.objects.filter(verb="set_roles").count() == 2


def test_deactivating_ends_sessions_and_keeps_roles(client, cast):
    client.force_login(cast.viewer)
    assert client.get("/").status_code == 200
    deactivate_person(actor=cast.admin, person=cast.viewer)
    assert client.get("/").status_code == 302
    assert fresh(cast.viewer).roles == {Role.VIEWER}


def test_reactivating_lets_back_in(client, cast):
    deactivate_person(actor=cast.admin, person=cast.viewer)
    client.force_login(cast.admin)
    client.post(f"/people/{cast.viewer.pk}/reactivate/")
    assert fresh(cast.viewer).is_active


def test_pseudonymising_takes_the_name_and_keeps_the_work(client, cast):
    client.force_login(cast.admin)
    address = f"/people/{cast.viewer.pk}"
    cast.viewer.first_name, cast.viewer.country = "Farah", "NL"
    cast.viewer.save()
    set_roles(actor=cast.viewer, person=cast.outsider, roles=[Role.VIEWER])  # an act that must stay theirs
    client.post(f"{address}/deactivate/")
    assert "cannot be undone" in html_of(client.get(f"{address}/pseudonymise/"))
    client.post(f"{address}/pseudonymise/")
    person = fresh(cast.viewer)
    assert person.username == str(person) == person.pseudonym
    assert (person.first_name, person.country, person.display) == ("", "", {})
    assert not person.has_usable_password()
    assert AuditEntry.objects.filter(actor=person).exists()
    for page in ("/people/", f"{address}/", "/audit/"):
        assert "farah" not in html_of(client.get(page)).lower()


def test_an_active_person_keeps_the_name(client, cast):
    client.force_login(cast.admin)
    answer = client.post(f"/people/{cast.viewer.pk}/pseudonymise/")
    assert answer.status_code == 422
    assert fresh(cast.viewer).username == "farah"


def test_the_pseudonymised_do_not_come_back(client, cast):
    deactivate_person(actor=cast.admin, person=cast.viewer)
    pseudonymise_person(actor=cast.admin, person=cast.viewer)
    client.force_login(cast.admin)
    assert client.post(f"/people/{cast.viewer.pk}/reactivate/").status_code == 422
    assert not fresh(cast.viewer).is_active


def test_an_unknown_person_is_404_and_a_link_does_not_act(client, cast):
    client.force_login(cast.admin)
    assert client.get("/people/999999/").status_code == 404
    assert client.get(f"/people/{cast.viewer.pk}/deactivate/").status_code == 405
