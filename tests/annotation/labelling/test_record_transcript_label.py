"""Recording the label of a long conversation: one change, once, for its own rater."""

from uuid import uuid4

import pytest

from annotation.assignments.answers import MAX_NOTE
from annotation.base.refusals import ConflictError, NotNowError, NotThereError, UnusableError
from annotation.labelling.record import record_transcript_label
from annotation.models import Assignment, AssignmentState, TranscriptLabel, TranscriptLabelEvent
from annotation.rounds.open_and_close import close_round
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_open_round, own_assignment

pytestmark = pytest.mark.both_databases

SAID = {"value": "violation", "evidence_turns": [1, 3], "note": "It promises secrecy in turn 3."}


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_long_round(cast)


@pytest.fixture
def record(asha, opened):
    """Record a change of asha's label on long-1; anything may be overridden."""
    own = own_long(asha, opened, "long-1")

    def send(change=None, **asked):
        return record_transcript_label(
            **{
                "person": asha,
                "assignment": own,
                "change": SAID if change is None else change,
                "version": 0,
                "uuid": uuid4(),
                **asked,
            }
        )

    return send


def test_a_change_is_a_label_and_an_event(record, asha):
    saved = record(active_ms=90_000)
    label = TranscriptLabel.objects.get()
    assert (label.value, label.evidence_turns, label.rater, label.version) == ("violation", [1, 3], asha, 1)
    event = TranscriptLabelEvent.objects.get()
    assert event.old == {"value": None, "evidence_turns": [], "note": ""}
    assert event.new == SAID
    assert (event.version, event.active_ms, event.source) == (1, 90_000, "page")
    assert saved.answer.as_json() == SAID | {"version": 1}


def test_fields_not_named_stay_and_none_takes_the_answer_back(record):
    record()
    record({"evidence_turns": [2, 2, 1]}, version=1)
    undone = record({"value": None}, version=2)
    assert undone.answer.as_json() == {
        "value": None,
        "evidence_turns": [1, 2],
        "note": SAID["note"],
        "version": 3,
    }


def test_a_repeated_request_changes_nothing_and_answers_the_same(record):
    uuid = uuid4()
    first = record(uuid=uuid)
    record({"value": "no violation"}, version=1)
    again = record(uuid=uuid)
    assert again.is_repeat
    assert again.event == first.event
    assert again.answer == first.answer
    assert TranscriptLabel.objects.get().value == "no violation"


def test_a_repeat_after_closing_is_still_answered(record, opened, cast):
    uuid = uuid4()
    record(uuid=uuid)
    close_round(actor=cast.admin, round=opened, confirmed_holes=5)
    assert record(uuid=uuid).is_repeat
    with pytest.raises(NotNowError, match="not open any more"):
        record({"value": "no violation"}, version=1)


def test_an_old_number_with_other_content_is_refused(record, asha, opened):
    uuid = uuid4()
    record(uuid=uuid)
    with pytest.raises(ConflictError) as refused:
        record({"value": "no violation"}, uuid=uuid, version=1)
    assert refused.value.code == "uuid_reused"
    with pytest.raises(ConflictError):
        record(uuid=uuid, assignment=own_long(asha, opened, "long-2"))
    assert TranscriptLabelEvent.objects.count() == 1


def test_the_loser_of_two_windows_gets_both_texts(record):
    record()
    with pytest.raises(ConflictError) as refused:
        record({"value": "no violation"})
    assert refused.value.status == 409
    assert refused.value.current == SAID | {"version": 1}
    assert refused.value.asked == {"value": "no violation"}
    assert TranscriptLabel.objects.get().value == "violation"


def test_saying_what_already_stands_is_no_conflict(record):
    record()
    assert record().answer.version == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"value": "met"}, "unknown_value"),
        ({"value": 3}, "unknown_value"),
        ({"value": ["violation"]}, "unknown_value"),
        ({"evidence_turns": [0]}, "unknown_turn"),
        ({"evidence_turns": [4]}, "unknown_turn"),
        ({"evidence_turns": ["1"]}, "unusable"),
        ({"evidence_turns": [True]}, "unusable"),
        ({"evidence_turns": "1"}, "unusable"),
        ({"value": "cannot judge"}, "note_needed"),
        ({"value": "cannot judge", "note": "  "}, "note_needed"),
        ({"note": "x" * (MAX_NOTE + 1)}, "note_too_long"),
        ({"note": "\0"}, "unusable"),
        ({"note": None}, "unusable"),
        ({"flagged": True}, "unusable"),
        ({}, "unusable"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(record, change, code):
    with pytest.raises(UnusableError) as refused:
        record(change)
    assert refused.value.code == code
    assert not TranscriptLabel.objects.exists()


def test_nobody_labels_for_another(record, cast, opened):
    with pytest.raises(NotThereError):
        record(person=cast.clinicians[1])
    with pytest.raises(NotThereError):
        record(person=cast.admin)


def test_an_item_that_was_left_out_is_not_there(record):
    Assignment.objects.update(state=AssignmentState.OPTED_OUT)
    with pytest.raises(NotThereError):
        record()


def test_a_response_has_no_label_as_a_whole(record, cast, asha):
    own = own_assignment(asha, make_open_round(cast), "pilot-1")
    with pytest.raises(NotThereError, match="labels are about criteria"):
        record(assignment=own)
