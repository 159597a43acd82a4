"""How much distressing text a person has read: for that person's eyes alone.

Every function takes the reader and reads only their rows; no page, count, export or report about others may
use this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import QuerySet
from django.utils import timezone

from annotation.assignments.severity import is_heavy_item
from annotation.models import (
    Assignment,
    EventSource,
    LabelEvent,
    Person,
    ReadingTime,
    Round,
    RoundItem,
    TranscriptLabelEvent,
)

OWN_ACTS = (EventSource.PAGE, EventSource.API)
REST = timedelta(minutes=20)  # without any act for so long, somebody has paused
LONGEST_SITTING = timedelta(hours=16)


@dataclass(frozen=True)
class Moment:
    """One act on an item: when it was noted, and the active time that led to it."""

    at: datetime
    active: timedelta
    item: int


@dataclass(frozen=True)
class Exposure:
    """Active reading time, and how many different items of high severity were read."""

    active: timedelta
    n_heavy: int

    @property
    def minutes(self) -> int:
        """Whole minutes, rounded down."""
        return self.active // timedelta(minutes=1)


def exposure_today(person: Person, now: datetime | None = None) -> Exposure:
    """Since midnight where the person is."""
    return _exposure(moments(person, _local_midnight(person, now, days_back=0)))


def exposure_this_week(person: Person, now: datetime | None = None) -> Exposure:
    """Since Monday's midnight where the person is."""
    weekday = _local(person, now).weekday()
    return _exposure(moments(person, _local_midnight(person, now, days_back=weekday)))


def exposure_since_rest(
    person: Person, since: datetime | None = None, now: datetime | None = None
) -> Exposure:
    """Since the person last did nothing for REST, or since `since` if that is later."""
    now = now or timezone.now()
    start = max(since or now - LONGEST_SITTING, now - LONGEST_SITTING)
    latest_first = sorted(moments(person, start), key=lambda moment: moment.at, reverse=True)
    sitting, later = [], now
    for moment in latest_first:
        if later - moment.at > REST:
            break
        sitting.append(moment)
        later = min(later, moment.at - moment.active)
    return _exposure(sitting)


def is_pause_due(person: Person, round: Round, since: datetime | None = None) -> bool:
    """Whether the dose that the round suggests a pause after has been reached in this sitting.

    `since`: when the person last set such a suggestion aside; what came before it does not count again.
    """
    dose = exposure_since_rest(person, since)
    return dose.minutes >= round.pause_after_minutes or dose.n_heavy >= round.pause_after_high_severity


def moments(person: Person, start: datetime) -> list[Moment]:
    """The person's own acts from `start` on. What imports, carrying and rubric changes wrote is not read.

    Opening a conversation is an act without time: it was met, also where no script counts the minutes.
    """
    opened = Assignment.objects.filter(rater=person, revealed_at__gte=start)
    return [Moment(at, timedelta(), item) for at, item in opened.values_list("revealed_at", "item_id")] + [
        Moment(at, timedelta(milliseconds=active_ms), item)
        for rows in _acts()
        for at, active_ms, item in rows.filter(rater=person, at__gte=start).values_list(
            "at", "active_ms", "item_id"
        )
    ]


def has_been_read(assignment: Assignment) -> bool:
    """Whether the rater has spent time with the item, or said something about it, before now."""
    own = {"rater": assignment.rater_id, "item": assignment.item_id}
    return any(rows.filter(**own).exists() for rows in _acts())


def _acts() -> list[QuerySet]:
    return [
        LabelEvent.objects.filter(source__in=OWN_ACTS),
        TranscriptLabelEvent.objects.filter(source__in=OWN_ACTS),
        ReadingTime.objects.all(),
    ]


def _exposure(moments: Sequence[Moment]) -> Exposure:
    items = RoundItem.objects.filter(pk__in={moment.item for moment in moments})
    heavy = [is_heavy_item(item, item.round) for item in items.select_related("round", "response__task")]
    return Exposure(sum((moment.active for moment in moments), timedelta()), sum(heavy))


def _local(person: Person, now: datetime | None) -> datetime:
    try:
        zone = ZoneInfo(person.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return timezone.localtime(now or timezone.now(), zone)


def _local_midnight(person: Person, now: datetime | None, *, days_back: int) -> datetime:
    local = _local(person, now)
    return datetime.combine(local.date() - timedelta(days=days_back), time.min, tzinfo=local.tzinfo)
