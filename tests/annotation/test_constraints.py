"""Rules that the database itself holds."""

from importlib import import_module
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.models import Invitation, LabelEvent, Person, Round, RoundItem
from annotation.people import invitations
from annotation.people.invitations import invite_person
from tests.annotation.scene import make_open_round, say

pytestmark = pytest.mark.both_databases


@pytest.fixture
def opened(cast) -> Round:
    return make_open_round(cast)


@pytest.mark.parametrize("values", [{"old_value": "perhaps"}, {"new_value": ""}])
def test_an_event_holds_known_words_or_nothing(cast, opened, values):
    saved = say(cast.clinicians[0], opened, "pilot-1-1")
    event = LabelEvent.objects.get()
    copied = ("item_id", "criterion_id", "criterion_version_id", "rater_id", "source")
    facts = {name: getattr(event, name) for name in copied}
    with pytest.raises(IntegrityError, match="label_event"), transaction.atomic():
        LabelEvent.objects.create(uuid=uuid4(), version=2, **facts, **values)
    assert saved


def test_a_number_stands_for_one_item_of_a_round(opened):
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundItem.objects.filter(round=opened).update(position=1)


@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_round_that_was_opened_says_when(db, state):
    with pytest.raises(IntegrityError, match="round_opened_has_time"), transaction.atomic():
        Round.objects.create(name="a", state=state, closed_at=timezone.now())


def test_an_address_has_one_open_invitation_and_a_new_one_replaces_it(cast):
    first, _ = invite_person(actor=cast.admin, email="Noor@example.org", roles=["viewer"])
    second, _ = invite_person(actor=cast.admin, email="noor@EXAMPLE.org", roles=["author"])
    first.refresh_from_db()
    assert (first.withdrawn_at is None, second.withdrawn_at is None) == (False, True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=first.pk).update(withdrawn_at=None)


def test_two_admins_who_invite_at_once_make_one_invitation(cast, monkeypatch):
    """The other's invitation arrives when ours has looked for open ones already."""
    now = timezone.now()

    def meanwhile(_: str) -> str:
        Invitation.objects.create(email="noor@example.org", token_hash="theirs", expires_at=now)
        return "ours"

    monkeypatch.setattr(invitations, "token_hash", meanwhile)
    with pytest.raises(BadInputError, match=r"Somebody else invited noor@example.org"):
        invite_person(actor=cast.admin, email="noor@example.org", roles=["viewer"])


def test_two_user_names_differ_in_more_than_capitals(cast):
    name = cast.clinicians[0].username
    with pytest.raises(IntegrityError, match="person_name_in_any_letters"), transaction.atomic():
        Person.objects.create_user(name.upper())
    Person.objects.create_user(f"{name.upper()}2")


def test_a_database_with_names_that_differ_in_capitals_alone_is_not_migrated(cast):
    """The step is run against people as they were before the constraint."""
    step = import_module("annotation.migrations.0006_user_names_in_any_letters")
    refuse = step.refuse_names_that_differ_in_case_alone
    refuse(apps, None)
    names = Mock(**{"get_model.return_value.objects.order_by.return_value.values_list.return_value": NAMES})
    with pytest.raises(step.TwoPeopleError, match=r"differ only in capitals: asha, Asha, ASHA\. Go back"):
        refuse(names, None)


NAMES = ["asha", "bela", "Asha", "ASHA", "belana"]
