"""Who saved a label of a round a moment ago: whoever closes the round may want to wait for them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from annotation.models import EventSource, LabelEvent, Person, Round, TranscriptLabelEvent

A_MOMENT = timedelta(minutes=10)
BY_HAND = (EventSource.PAGE, EventSource.API)


@dataclass(frozen=True)
class RecentSave:
    """A rater and when they last saved."""

    rater: Person
    at: datetime


def recent_saves(round: Round) -> list[RecentSave]:
    """The raters who entered a label within the last ten minutes, the latest first."""
    last: dict[int, datetime] = {}
    for events in (LabelEvent.objects, TranscriptLabelEvent.objects):
        recent = events.filter(item__round=round, at__gte=timezone.now() - A_MOMENT, source__in=BY_HAND)
        last |= dict(recent.order_by().values_list("rater").annotate(Max("at")))
    people = Person.objects.in_bulk(last)
    saves = [RecentSave(people[pk], at) for pk, at in last.items()]
    return sorted(saves, key=lambda save: save.at, reverse=True)
