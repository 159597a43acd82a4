"""Rules that the database itself holds, and the migration that makes room for them."""

from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from annotation.base.errors import BadInputError
from annotation.models import Invitation, LabelEvent, Round, RoundItem
from annotation.people import invitations
from annotation.people.invitations import invite_person
from tests.annotation.scene import make_open_round, say
from tests.without_rules import HERE, without_rules

pytestmark = pytest.mark.both_databases

FILL = import_module("annotation.migrations.0003_fill_before_constraints")


sqlite_only = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="takes the rule away for the test, in SQLite's words"
)


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


@sqlite_only
def test_the_migration_dates_rounds_that_were_opened(db, capsys):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    made = Round.objects.create(name="a", state="open")
    draft = Round.objects.create(name="b")
    FILL.date_opened_rounds(apps, HERE)
    made.refresh_from_db()
    draft.refresh_from_db()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert (made.opened_at, draft.opened_at) == (made.created_at, None)
    assert "take the time they were made: a." in capsys.readouterr().out


def test_the_migration_names_the_rounds_whose_items_it_numbers(cast, capsys):
    sound, twice = make_open_round(cast, name="sound"), make_open_round(cast, name="twice")
    without_rules(RoundItem)
    twice.items.update(position=1)
    FILL.number_items_once(apps, HERE)
    assert list(twice.items.order_by("pk").values_list("position", flat=True)) == [1, 2]
    assert list(sound.items.order_by("position").values_list("position", flat=True)) == [1, 2]
    assert capsys.readouterr().out.endswith("have one of their own now: twice.")


def test_the_migration_leaves_a_number_that_was_given_twice_to_the_first(opened, capsys):
    rows = [(11, 1, 1), (12, 1, 1), (13, 1, 1), (14, 1, 2), (21, 2, 1), (22, 2, 2)]
    assert FILL.new_numbers(rows) == {12: 3, 13: 4}  # to the end of round 1; round 2 is sound
    before = list(opened.items.values_list("pk", "position"))
    FILL.number_items_once(apps, HERE)
    assert list(opened.items.values_list("pk", "position")) == before
    assert capsys.readouterr().out == ""


@sqlite_only
def test_the_migration_keeps_the_newest_of_several_invitations(cast):
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX invitation_open_once_an_address")
    made = [
        Invitation.objects.create(email=email, token_hash=email, expires_at=timezone.now())
        for email in ("a@example.org", "b@example.org", "A@example.org")
    ]
    FILL.keep_newest_invitation(apps, HERE)
    kept = Invitation.objects.filter(withdrawn_at=None).values_list("pk", flat=True)
    assert set(kept) == {made[1].pk, made[2].pk}
