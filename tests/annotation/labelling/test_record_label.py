"""Recording a label: one change, once, for its own rater, on what the rater saw."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from annotation.assignments.answers import MAX_NOTE
from annotation.assignments.progress import round_progress
from annotation.base.refusals import ConflictError, NotNowError, NotThereError, UnusableError
from annotation.labelling.record import record_label
from annotation.models import Assignment, AssignmentState, Label, LabelEvent, LabelStanding, LabelValue
from annotation.rounds.open_and_close import close_round
from tests.annotation.scene import make_open_round, make_task, own_assignment, revise

pytestmark = pytest.mark.both_databases


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast):
    return make_open_round(cast)


@pytest.fixture
def record(asha, opened):
    """Record a change of asha's label on pilot-1-1; anything may be overridden."""
    own = own_assignment(asha, opened, "pilot-1")

    def send(change=None, **asked):
        return record_label(
            **{
                "person": asha,
                "assignment": own,
                "criterion": "pilot-1-1",
                "change": {"value": "met"} if change is None else change,
                "version": 0,
                "uuid": uuid4(),
                **asked,
            }
        )

    return send


def test_a_change_is_a_label_and_an_event(record, asha):
    saved = record(active_ms=1200)
    label = Label.objects.get()
    assert (label.value, label.rater, label.version, label.standing) == ("met", asha, 1, LabelStanding.STANDS)
    event = LabelEvent.objects.get()
    assert (event.old_value, event.new_value, event.version, event.active_ms) == (None, "met", 1, 1200)
    assert event.criterion_version == label.criterion_version
    assert saved.answer.as_json() == {"value": "met", "note": "", "flagged": False, "version": 1}


def test_fields_not_named_stay_and_none_takes_the_answer_back(record):
    record({"value": "not_met", "note": "It names no risk."})
    record({"flagged": True}, version=1)
    undone = record({"value": None}, version=2)
    assert undone.answer.as_json() == {
        "value": None,
        "note": "It names no risk.",
        "flagged": True,
        "version": 3,
    }
    assert [event.old_value for event in LabelEvent.objects.all()] == [None, "not_met", "not_met"]


def test_a_repeated_request_changes_nothing_and_answers_the_same(record):
    uuid = uuid4()
    first = record(uuid=uuid)
    record({"value": "not_met"}, version=1)
    again = record(uuid=uuid)
    assert again.is_repeat
    assert again.event == first.event
    assert again.answer == first.answer
    assert Label.objects.get().value == "not_met"
    assert LabelEvent.objects.count() == 2


def test_a_repeat_by_a_client_that_counts_ahead_is_known_too(record):
    uuid = uuid4()
    first = record({"flagged": False}, version=1, uuid=uuid)  # changes nothing, and becomes version 1 here
    assert record({"flagged": False}, version=1, uuid=uuid).event == first.event
    assert LabelEvent.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"change": {"value": "not_met"}},
        {"change": {"value": "met", "note": "And a note."}},
        {"change": {"flagged": True}},
        {"criterion": "pilot-1-2"},
    ],
)
def test_a_used_number_with_other_content_is_a_conflict(record, other):
    uuid = uuid4()
    record(uuid=uuid)
    with pytest.raises(ConflictError) as refusal:
        record(uuid=uuid, **other)
    assert refusal.value.code == "uuid_reused"
    assert LabelEvent.objects.count() == 1


def test_the_number_of_another_raters_change_tells_nothing_about_it(record, cast, opened):
    uuid = uuid4()
    record({"value": "not_met", "note": "private"}, uuid=uuid)
    bela = cast.clinicians[1]
    with pytest.raises(ConflictError) as refusal:
        record(
            {"value": "not_met", "note": "private"},
            uuid=uuid,
            person=bela,
            assignment=own_assignment(bela, opened, "pilot-1"),
        )
    assert refusal.value.current is None


def test_an_old_version_loses_and_gets_both_texts(record):
    record({"value": "met"})
    record({"note": "From the other window."}, version=1)
    with pytest.raises(ConflictError) as refusal:
        record({"value": "not_met"}, version=1)
    assert refusal.value.current == {
        "value": "met",
        "note": "From the other window.",
        "flagged": False,
        "version": 2,
    }
    assert refusal.value.asked == {"value": "not_met"}
    assert Label.objects.get().value == "met"


def test_the_same_answer_from_two_windows_is_no_conflict(record):
    record()
    saved = record()
    assert saved.answer.version == 2
    assert Label.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, "unusable"),
        ({"weight": 3}, "unusable"),
        ({"value": "maybe"}, "unknown_value"),
        ({"value": 1}, "unknown_value"),
        ({"value": ["met"]}, "unknown_value"),
        ({"value": ""}, "unknown_value"),
        ({"value": "cannot_judge"}, "note_needed"),
        ({"value": "cannot_judge", "note": " \n "}, "note_needed"),
        ({"note": "x" * (MAX_NOTE + 1)}, "note_too_long"),
        ({"note": "x" * 1_000_000}, "note_too_long"),
        ({"note": "a\0b"}, "unusable"),
        ({"note": "half \ud83d a face"}, "unusable"),
        ({"note": None}, "unusable"),
        ({"flagged": "yes"}, "unusable"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(record, change, code):
    with pytest.raises(UnusableError) as refusal:
        record(change)
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith((".", "?"))
    assert not Label.objects.exists()
    assert not LabelEvent.objects.exists()


def test_a_note_of_the_full_length_is_kept(record):
    record({"note": "é" * MAX_NOTE})
    assert len(Label.objects.get().note) == MAX_NOTE


def test_cannot_judge_may_use_the_note_that_is_there_and_keeps_needing_it(record):
    record({"note": "The reply breaks off."})
    record({"value": "cannot_judge"}, version=1)
    with pytest.raises(UnusableError, match="why you cannot judge"):
        record({"note": ""}, version=2)
    record({"value": None, "note": ""}, version=2)
    assert Label.objects.get().value is None


def test_only_criteria_of_the_pinned_rubric_can_be_labelled(record, opened):
    task = make_task("elsewhere")
    revise(opened.items.get(response__task__uid="pilot-1").response.task, {"pilot-1-9": "New after opening."})
    for criterion in (f"{task.uid}-1", "pilot-1-9", "pilot-2-1", ""):
        with pytest.raises(NotThereError):
            record(criterion=criterion)


def test_nobody_labels_for_another(record, cast, opened, asha):
    hers = own_assignment(asha, opened, "pilot-1")
    for person in (cast.clinicians[1], cast.admin, cast.outsider):
        with pytest.raises(NotThereError):
            record(person=person, assignment=hers)
    Assignment.objects.filter(pk=hers.pk).update(state=AssignmentState.OPTED_OUT)
    with pytest.raises(NotThereError):
        record(assignment=hers)
    assert not Label.objects.exists()


def test_a_closed_round_never_changes_but_still_answers_what_it_has(record, cast, opened):
    uuid = uuid4()
    record(uuid=uuid)
    holes = round_progress(opened).n_holes
    close_round(actor=cast.admin, round=opened, confirmed_holes=holes)
    with pytest.raises(NotNowError, match="not open any more"):
        record({"value": "not_met"}, version=1)
    assert record(uuid=uuid).is_repeat
    assert Label.objects.get().value == "met"


@pytest.mark.parametrize(
    ("client_at", "kept"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), True),
        (datetime(1970, 1, 1, tzinfo=UTC), False),
        (datetime.max.replace(tzinfo=UTC), False),
        (datetime(2026, 1, 1), False),
        (None, False),
    ],
)
def test_a_clock_far_off_is_accepted_and_ours_is_used(record, client_at, kept):
    event = record(client_at=client_at).event
    assert abs(event.at - timezone.now()) < timedelta(minutes=1)
    assert event.client_at == (client_at if kept else None)


def test_active_time_is_never_negative_nor_endless(record):
    assert record(active_ms=-5).event.active_ms == 0
    assert record({"value": "not_met"}, version=1, active_ms=10**15).event.active_ms == 6 * 3600 * 1000


def test_answering_again_confirms_a_label_on_the_present_words(record, asha, opened):
    record()
    item = own_assignment(asha, opened, "pilot-1").item
    revision = revise(item.response.task, {"pilot-1-1": "The reply does the first thing."})
    Label.objects.update(standing=LabelStanding.CONFIRM)
    item.rubric_revision = revision
    item.save()
    record({"note": "A note confirms nothing."}, version=1)
    assert Label.objects.get().standing == LabelStanding.CONFIRM
    record({"value": "met"}, version=2)
    label = Label.objects.get()
    assert label.standing == LabelStanding.STANDS
    assert label.criterion_version.revision == revision


@pytest.mark.parametrize("value", LabelValue.values)
def test_every_value_of_the_vocabulary_can_be_said(record, value):
    assert record({"value": value, "note": "Why."}).answer.value == value
