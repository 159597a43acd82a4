"""The account of a load run finds each kind of loss: a check that cannot fail would prove nothing."""

from uuid import uuid4

import pytest

from annotation.models import Label, LabelEvent
from benchmarks.labelling.ledger import account
from tests.annotation.scene import make_open_round, say


@pytest.fixture
def made(cast):
    """Two answers of one clinician, saved through the action, as their browser would remember them."""
    round = make_open_round(cast, tasks=1)
    person = cast.clinicians[0]
    saved = [say(person, round, "pilot-1-1", "met"), say(person, round, "pilot-1-2", "not_met")]
    return [
        {
            "uuid": str(one.event.uuid),
            "person": person.username,
            "address": f"/label/{round.name}/{one.event.item_id}/",
            "criterion": one.event.criterion.criterion_id,
            "change": {"value": one.event.new_value},
            "version": 0,
            "acknowledged_at": 1.0,
        }
        for one in saved
    ]


def differences(made):
    return {name: rows["count"] for name, rows in account(made)["differences"].items()}


def test_nothing_differs_when_everything_arrived(made):
    assert account(made) == {"events": 2, "labels": 2, "changes": 2, "differences": {}}


def test_an_acknowledged_answer_without_an_event_is_lost(made):
    made.append(made[0] | {"uuid": str(uuid4()), "criterion": "pilot-1-3"})
    assert differences(made) == {"acknowledged but not recorded": 1}


def test_an_answer_that_never_arrived_is_told_apart(made):
    made.append(made[0] | {"uuid": str(uuid4()), "acknowledged_at": None})
    assert differences(made) == {"made but neither acknowledged nor recorded": 1}


def test_an_event_of_nobody_is_found(made):
    assert differences(made[:1]) == {"recorded but made by nobody": 1}


@pytest.mark.parametrize(
    "other",
    [
        {"change": {"value": "cannot_judge", "note": "Unclear."}},
        {"person": "somebody-else"},
        {"criterion": "pilot-1-3"},
        {"version": 1},
        {"address": "/label/pilot/0/"},
    ],
)
def test_an_answer_recorded_otherwise_is_found(made, other):
    assert differences([made[0] | other, made[1]]) == {"recorded otherwise than made": 1}


def test_a_label_that_is_not_its_last_event_is_found(made):
    Label.objects.filter(value="met").update(value="not_met")
    assert differences(made) == {"label and its events differ": 1}


def test_a_version_without_its_event_is_found(made):
    Label.objects.filter(value="met").update(version=2)
    assert differences(made) == {"label and its events differ": 1}


def test_a_label_that_vanished_is_found(made):
    Label.objects.filter(value="met").delete()
    assert LabelEvent.objects.count() == 2
    assert differences(made) == {"label and its events differ": 1}
