"""No column of any model names somebody who was pseudonymised, whatever they did before."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client

from annotation.base.record_audit import record_audit
from annotation.models import Invitation, Person
from annotation.people.accounts import change_account, deactivate_person, pseudonymise_person, set_roles
from annotation.people.invitations import invite_person, withdraw_invitation
from annotation.people.personal_columns import PERSONAL_COLUMNS
from annotation.rounds.open_and_close import create_round
from annotation.site.display import Display
from annotation.site.shortcuts import choose_keys, keys_of
from calibration.judges.register import register_judge
from scoring.tables.export_file import export_file
from scoring.tables.options import ExportOptions
from tests.calibration.conftest import closed, panel, ranking
from tests.cast import PASSWORD, make_person

__all__ = ["closed", "panel", "ranking"]
pytestmark = pytest.mark.both_databases

TEXTS = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
NAMES = ("emre", "quillfeather", "abernathyx")


def columns_that_name(names: tuple[str, ...]) -> set[tuple[str, str]]:
    """(model, column) of every text and JSON column of every model that holds one of the names."""
    return {
        (model._meta.label, column)
        for model in apps.get_models()
        for column, text in _texts(model)
        if any(name in text.lower() for name in names)
    }


def _texts(model: type[models.Model]) -> Iterator[tuple[str, str]]:
    if model is Session:
        yield from (("session_data", str(row.get_decoded())) for row in Session.objects.all())
        return
    columns = [field.attname for field in model._meta.concrete_fields if isinstance(field, TEXTS)]
    for row in model._default_manager.values(*columns) if columns else ():
        yield from ((column, str(value)) for column, value in row.items())


@pytest.fixture
def world(cast, ranking, panel, tmp_path):
    """The cast's admin did everything that an admin does; emre.old@ was an address of theirs, too."""
    emre = cast.admin
    client = Client()
    assert client.post("/account/login/", {"login": "emre", "password": PASSWORD}).status_code == 302
    change_account(
        person=emre,
        first_name="Quillfeather",
        last_name="Abernathyx",
        time_zone="Europe/Amsterdam",
        country="NL",
        display=Display(),
    )
    choose_keys(person=emre, keys=keys_of(emre.display), are_on=True)
    chief = make_person("chief", "admin")
    Person.objects.filter(pk=emre.pk).update(email="moved@example.org")
    for address in ("emre@example.org", "emre.old@example.org"):
        invitation, _ = invite_person(actor=chief, email=address, roles=["viewer"])
        withdraw_invitation(actor=chief, invitation=invitation)
    invite_person(actor=chief, email="EMRE.old@example.org", roles=["viewer"])
    Person.objects.filter(pk=emre.pk).update(email="emre@example.org")
    emre.emailaddress_set.create(email="Emre.Old@example.org", verified=True, primary=False)
    invite_person(actor=emre, email="someone@example.org", roles=["viewer"])
    register_judge(judge_id="judge/new", actor=emre)
    create_round(
        actor=emre,
        name="next",
        responses=[item.response for item in ranking.round.items.all()],
        raters=cast.clinicians,
        seed=1,
    )
    set_roles(actor=emre, person=cast.outsider, roles=["viewer"])
    export_file(kind="tasks", path=tmp_path / "tasks.csv", choice=ExportOptions(), actor=emre)
    record_audit(actor=emre, verb="nothing", target=emre)
    return chief


def test_a_name_stands_only_in_registered_columns_and_afterwards_in_none(cast, world):
    registered = {(part.model._meta.label, name) for part in PERSONAL_COLUMNS for name in part.columns}
    before = columns_that_name(NAMES)
    assert before <= registered
    assert before >= {
        ("annotation.Person", "username"),
        ("annotation.Person", "first_name"),
        ("annotation.Person", "last_name"),
        ("annotation.Person", "email"),
        ("annotation.Invitation", "email"),
        ("account.EmailAddress", "email"),
        ("sessions.Session", "session_data"),
    }
    deactivate_person(actor=world, person=cast.admin)
    pseudonymise_person(actor=world, person=cast.admin)
    assert columns_that_name(NAMES) == set()


def test_an_open_invitation_to_an_address_ends_and_those_of_others_stay(cast, world):
    invite_person(actor=world, email="else@example.org", roles=["viewer"])
    deactivate_person(actor=world, person=cast.admin)
    pseudonymise_person(actor=world, person=cast.admin)
    assert [invitation.email for invitation in Invitation.objects.filter(withdrawn_at=None)] == [
        "else@example.org"
    ]
    assert Person.objects.get(pk=world.pk).email == "chief@example.org"


def test_only_the_sessions_of_that_person_end(cast, world):
    client = Client()
    client.force_login(world)
    deactivate_person(actor=world, person=cast.admin)
    pseudonymise_person(actor=world, person=cast.admin)
    assert client.get("/people/").status_code == 200
    assert Session.objects.count() == 1


@pytest.mark.parametrize("part", PERSONAL_COLUMNS, ids=lambda part: part.model._meta.label)
def test_what_is_registered_exists_and_is_replaced_or_its_row_deleted(part):
    names = {field.name for field in part.model._meta.concrete_fields}
    assert set(part.columns) <= names
    assert not part.values or set(part.values) == set(part.columns)
