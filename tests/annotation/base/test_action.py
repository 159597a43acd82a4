"""What an action does when the database undoes it: again, in a sentence, or the error as it is."""

from types import SimpleNamespace

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, OperationalError, transaction

from annotation.base.action import ATTEMPTS, action, refused_by
from annotation.base.errors import BadInputError
from annotation.base.refusals import TakenError
from annotation.management.base import ConcordCommand
from annotation.models import Invitation, Role, RoleGrant
from tests.html import html_of

pytestmark = pytest.mark.both_databases
DEADLOCK, NOT_SERIAL, FULL = "40P01", "40001", "53100"


def undone(sqlstate: str) -> OperationalError:
    """What Django raises when PostgreSQL undoes a transaction for this reason."""
    problem = OperationalError("undone")
    problem.__cause__ = StateError(sqlstate)
    return problem


class StateError(Exception):
    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def failing(problems: list[Exception]):
    """An action that raises each of the problems in turn and is then done; `calls` counts."""
    told = SimpleNamespace(calls=0)

    @action
    def act() -> str:
        told.calls += 1
        if told.calls <= len(problems):
            raise problems[told.calls - 1]
        return "done"

    return act, told


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("problem", [IntegrityError("once"), undone(DEADLOCK), undone(NOT_SERIAL)])
def test_it_is_done_again_when_somebody_was_first(problem):
    act, told = failing([problem])
    assert act() == "done"
    assert told.calls == 2


@pytest.mark.django_db(transaction=True)
def test_a_rule_that_is_broken_every_time_is_a_fault_and_stays_one():
    act, told = failing([IntegrityError("label_once")] * ATTEMPTS)
    with pytest.raises(IntegrityError, match="label_once"):
        act()
    assert told.calls == ATTEMPTS


@pytest.mark.django_db(transaction=True)
def test_who_is_undone_every_time_is_told_so():
    act, _ = failing([undone(DEADLOCK)] * ATTEMPTS)
    with pytest.raises(TakenError, match="Somebody else is changing the same things"):
        act()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("problem", [undone(FULL), OperationalError("database is locked")])
def test_another_trouble_of_the_database_is_none_of_its_business(problem):
    act, told = failing([problem])
    with pytest.raises(OperationalError):
        act()
    assert told.calls == 1


@pytest.mark.django_db(transaction=True)
def test_inside_a_larger_transaction_only_the_whole_can_be_done_again():
    """The database has undone what the larger one wrote before, or holds locks that it took."""
    act, told = failing([undone(DEADLOCK)])
    with pytest.raises(OperationalError), transaction.atomic():
        act()
    assert told.calls == 1


@pytest.mark.django_db(transaction=True)
def test_what_the_first_attempt_wrote_is_undone_and_what_came_before_it_stays(cast):
    told = SimpleNamespace(calls=0)

    @action
    def act() -> None:
        told.calls += 1
        RoleGrant.objects.create(person=cast.outsider, role=Role.AUTHOR)
        if told.calls == 1:
            RoleGrant.objects.create(person=cast.viewer, role=Role.VIEWER)  # is one already

    with transaction.atomic():
        RoleGrant.objects.create(person=cast.outsider, role=Role.VIEWER)
        act()
    assert sorted(cast.outsider.role_grants.values_list("role", flat=True)) == ["author", "viewer"]


@pytest.mark.django_db
def test_a_rule_can_be_said_in_other_words():
    def invite(token: str) -> None:
        Invitation.objects.create(email="a@example.org", token_hash=token, expires_at="2030-01-01T00:00Z")

    invite("one")
    with pytest.raises(BadInputError, match="Look first"), refused_by("open_once_an_address", "Look first."):
        invite("two")
    with pytest.raises(IntegrityError), refused_by("another_rule", "Look first."):
        invite("two")


@pytest.mark.django_db
def test_a_command_says_a_refusal_on_a_line():
    class Taken(ConcordCommand):
        def run(self, **options):
            raise TakenError

    with pytest.raises(CommandError, match="Please try again"):
        Taken().handle(json=True)


def test_a_page_that_has_no_place_for_a_refusal_shows_it_as_a_page(client, cast, monkeypatch):
    def taken(**asked):
        raise TakenError

    monkeypatch.setattr("annotation.people.page_people.set_roles", taken)
    client.force_login(cast.admin)
    answer = client.post(f"/people/{cast.viewer.pk}/", {"roles": ["viewer"]})
    assert answer.status_code == 409
    assert "Somebody else is changing the same things" in html_of(answer)
