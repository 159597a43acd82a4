"""The exposure meter: own minutes and heavy items, in the reader's own day and week."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from annotation.care.exposure import (
    Exposure,
    exposure_since_rest,
    exposure_this_week,
    exposure_today,
    is_pause_due,
)
from annotation.labelling.reading import record_reading, reveal_item
from annotation.labelling.record import record_label, record_transcript_label
from annotation.models import EventSource, LabelEvent, ReadingTime
from annotation.rounds.open_and_close import create_round, open_round
from tests.annotation.long_scene import make_open_long_round, own_long
from tests.annotation.scene import make_response, make_task, own_assignment

pytestmark = pytest.mark.both_databases

MINUTE = 60_000
NONE = Exposure(timedelta(), 0)


@pytest.fixture
def asha(cast):
    return cast.clinicians[0]


@pytest.fixture
def opened(cast, time_machine):
    """A round with two heavy items and a light one, opened long ago."""
    time_machine.move_to("2026-07-01 12:00:00+00:00", tick=False)
    heavy = {"progression_stage": "Planning", "explicit_type": "Explicit"}
    tasks = [make_task("h1", **heavy), make_task("h2", **heavy), make_task("light")]
    responses = [make_response(task) for task in tasks]
    made = create_round(
        actor=cast.admin,
        name="r",
        responses=responses,
        raters=cast.clinicians,
        pause_after_minutes=30,
        pause_after_high_severity=2,
    )
    return open_round(actor=cast.admin, round=made)


@pytest.fixture
def read(asha, opened, time_machine):
    """Let asha (or another) read an item for some minutes, ending at a moment."""

    def read(at, uid, minutes, person=asha):
        time_machine.move_to(at, tick=False)
        own = own_assignment(person, opened, uid)
        record_reading(person=person, assignment=own, uuid=uuid4(), active_ms=int(minutes * MINUTE))

    return read


def test_day_and_week_are_those_of_the_reader(asha, read, time_machine):
    """Tuesday 14 July, 00:30 in Tokyo is Monday 15:30 UTC; the week began on Monday there."""
    asha.time_zone = "Asia/Tokyo"
    read("2026-07-12 14:50:00+00:00", "h1", 4)  # Sunday 23:50 in Tokyo: last week
    read("2026-07-12 15:10:00+00:00", "h1", 5)  # Monday 00:10
    read("2026-07-13 15:20:00+00:00", "h2", 6)  # Tuesday 00:20
    time_machine.move_to("2026-07-13 15:30:00+00:00", tick=False)
    assert exposure_today(asha) == Exposure(timedelta(minutes=6), 1)
    assert exposure_this_week(asha) == Exposure(timedelta(minutes=11), 2)
    asha.time_zone = "UTC"  # there it is Monday: 5 minutes were on Sunday, 6 today
    assert exposure_today(asha) == Exposure(timedelta(minutes=6), 1)
    assert exposure_this_week(asha) == Exposure(timedelta(minutes=6), 1)


def test_time_with_labels_counts_once_and_heavy_items_once(asha, opened, read):
    read("2026-07-14 10:00:00+00:00", "h1", 2)
    own = own_assignment(asha, opened, "h1")
    for version, criterion in enumerate(("h1-1", "h1-1")):
        record_label(
            person=asha,
            assignment=own,
            criterion=criterion,
            change={"value": "met"},
            version=version,
            uuid=uuid4(),
            active_ms=90_000,
        )
    assert exposure_today(asha) == Exposure(timedelta(minutes=5), 1)
    assert exposure_today(asha).minutes == 5


def test_long_conversations_count_their_time(cast, asha, time_machine):
    time_machine.move_to("2026-07-14 10:00:00+00:00", tick=False)
    record_transcript_label(
        person=asha,
        assignment=own_long(asha, make_open_long_round(cast), "long-1"),
        change={"value": "violation"},
        version=0,
        uuid=uuid4(),
        active_ms=12 * MINUTE,
    )
    assert exposure_today(asha) == Exposure(timedelta(minutes=12), 0)


def test_what_others_read_and_what_no_person_did_does_not_count(cast, asha, opened, read):
    read("2026-07-14 10:00:00+00:00", "h1", 7, person=cast.clinicians[1])
    version = opened.items.first().rubric_revision.criterion_versions.first()
    LabelEvent.objects.create(
        uuid=uuid4(),
        item=opened.items.first(),
        criterion=version.criterion,
        criterion_version=version,
        rater=asha,
        version=1,
        source=EventSource.CARRY,
        active_ms=MINUTE,
    )
    assert exposure_today(asha) == NONE


def test_a_conversation_opened_without_scripts_counts_and_its_minutes_do_not(asha, opened, time_machine):
    time_machine.move_to("2026-07-14 10:00:00+00:00", tick=False)
    own = own_assignment(asha, opened, "h1")
    for _ in range(2):
        reveal_item(person=asha, assignment=own)
    assert exposure_today(asha) == Exposure(timedelta(), 1)
    record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=MINUTE)
    assert exposure_today(asha) == Exposure(timedelta(minutes=1), 1)  # once, however it is known
    reveal_item(person=asha, assignment=own_assignment(asha, opened, "light"))
    assert exposure_today(asha).n_heavy == 1


def test_a_repeated_report_counts_once_and_a_mad_one_an_hour_at_most(asha, opened, time_machine):
    time_machine.move_to("2026-07-14 10:00:00+00:00", tick=False)
    own, uuid = own_assignment(asha, opened, "light"), uuid4()
    for active_ms in (MINUTE, MINUTE, 10**12):
        record_reading(person=asha, assignment=own, uuid=uuid, active_ms=active_ms)
    assert exposure_today(asha).minutes == 1
    for active_ms in (10**12, 0, -5):
        record_reading(person=asha, assignment=own, uuid=uuid4(), active_ms=active_ms)
    assert exposure_today(asha).minutes == 61
    assert ReadingTime.objects.count() == 2


def test_a_rest_begins_anew(asha, read, time_machine):
    read("2026-07-14 09:00:00+00:00", "h1", 10)
    read("2026-07-14 09:20:00+00:00", "light", 5)  # 15 minutes without an act: no rest
    time_machine.move_to("2026-07-14 09:30:00+00:00", tick=False)
    assert exposure_since_rest(asha).minutes == 15
    read("2026-07-14 09:45:00+00:00", "light", 3)  # 22 minutes after the last act
    assert exposure_since_rest(asha) == Exposure(timedelta(minutes=3), 0)
    time_machine.move_to("2026-07-14 10:10:00+00:00", tick=False)
    assert exposure_since_rest(asha) == NONE


@pytest.mark.parametrize(
    ("reading", "is_due"),
    [
        ([("light", 29)], False),
        ([("light", 30)], True),
        ([("h1", 1), ("h1", 1)], False),
        ([("h1", 1), ("h2", 1)], True),
    ],
)
def test_the_suggestion_comes_with_the_dose_of_the_round(asha, opened, read, reading, is_due):
    for uid, minutes in reading:
        read("2026-07-14 09:00:00+00:00", uid, minutes)
    assert is_pause_due(asha, opened) is is_due


def test_once_set_aside_it_waits_for_another_dose(asha, opened, read):
    read("2026-07-14 09:00:00+00:00", "light", 40)
    aside = datetime(2026, 7, 14, 9, 1, tzinfo=UTC)
    read("2026-07-14 09:20:00+00:00", "light", 18)
    assert not is_pause_due(asha, opened, since=aside)
    read("2026-07-14 09:33:00+00:00", "light", 12)
    assert is_pause_due(asha, opened, since=aside)


def test_an_unknown_zone_is_read_as_utc(asha, read):
    asha.time_zone = "Mars/Base"
    read("2026-07-14 09:00:00+00:00", "light", 2)
    assert exposure_today(asha).minutes == 2
