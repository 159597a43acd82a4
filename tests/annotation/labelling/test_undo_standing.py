"""Undo after an answer to a reworded criterion: the label waits for its rater's word again, as it did."""

from uuid import uuid4

import pytest

from annotation.base.refusals import ConflictError, UnusableError
from annotation.labelling.record import record_label
from annotation.models import Label, LabelEvent, LabelStanding
from annotation.rounds.changes.move_to_revision import move_round_to_revision
from tests.annotation.scene import make_open_round, own_assignment, revise, say

pytestmark = pytest.mark.both_databases


@pytest.fixture
def opened(cast):
    return make_open_round(cast, tasks=1, criteria=1)


@pytest.fixture
def asha(cast, opened):
    """She said "met" before the criterion was reworded."""
    say(cast.clinicians[0], opened, "pilot-1-1", "met", note="Before.")
    return cast.clinicians[0]


@pytest.fixture
def reword(cast, opened):
    def bring(edit_class: str) -> None:
        task = opened.items.get().response.task
        revision = revise(task, {"pilot-1-1": "The reply does the first thing."}, edit_class=edit_class)
        move_round_to_revision(actor=cast.admin, round=opened, task=task, revision=revision)

    return bring


def change(person, opened, version, **fields):
    return record_label(
        person=person,
        assignment=own_assignment(person, opened, "pilot-1"),
        criterion="pilot-1-1",
        change=fields,
        version=version,
        uuid=uuid4(),
    )


def stored():
    label = Label.objects.get()
    return label.value, label.standing, label.note, label.criterion_version.revision.number


@pytest.mark.parametrize("chosen", ["met", "not_met"])
def test_it_waits_again_on_the_words_it_was_about_and_other_fields_stay(asha, opened, reword, chosen):
    reword("wording")
    change(asha, opened, 2, value=chosen)
    change(asha, opened, 3, note="After.")
    assert stored() == (chosen, LabelStanding.STANDS, "After.", 2)
    change(asha, opened, 4, value="met", standing="confirm")
    assert stored() == ("met", LabelStanding.CONFIRM, "After.", 1)
    assert LabelEvent.objects.last().criterion_version.revision.number == 1
    change(asha, opened, 5, value="met")  # and can be confirmed anew
    assert stored() == ("met", LabelStanding.STANDS, "After.", 2)


def test_a_reopened_one_is_reopened_again(asha, opened, reword):
    reword("meaning")
    change(asha, opened, 2, value="not_met")
    change(asha, opened, 3, value=None, standing="reopened")
    assert stored() == (None, LabelStanding.REOPENED, "Before.", 1)


@pytest.mark.parametrize(
    ("edit_class", "fields"),
    [
        (None, {"value": "met", "standing": "confirm"}),
        ("wording", {"value": "not_met", "standing": "confirm"}),
        ("wording", {"value": "met", "standing": "reopened"}),
        ("wording", {"value": "met", "standing": "stands"}),
        ("wording", {"value": "met", "standing": None}),
        ("wording", {"standing": "confirm"}),
    ],
)
def test_what_did_not_wait_so_does_not_begin_to(asha, opened, reword, edit_class, fields):
    if edit_class:
        reword(edit_class)
    version = change(asha, opened, 2 if edit_class else 1, value="met", note="Said.").answer.version
    before = stored()
    with pytest.raises(UnusableError):
        change(asha, opened, version, **fields)
    assert stored() == before


def test_another_version_is_a_conflict(asha, opened, reword):
    reword("wording")
    change(asha, opened, 2, value="met")
    change(asha, opened, 3, note="From elsewhere.")
    with pytest.raises(ConflictError):
        change(asha, opened, 3, value="met", standing="confirm")
    assert stored() == ("met", LabelStanding.STANDS, "From elsewhere.", 2)
