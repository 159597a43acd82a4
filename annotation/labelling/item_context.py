"""What the pages of both kinds of item show around a conversation: the bar, guidelines, keys and care."""

import json
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from annotation.assignments.neighbours import neighbours_of, time_of_day
from annotation.care.reader_care import care_for
from annotation.models import Assignment
from annotation.site.shortcuts import keys_of


def item_context(request: HttpRequest, assignment: Assignment, events: QuerySet) -> dict[str, Any]:
    """The context that every item's page has. The newest of the rater's own `events` says when was saved."""
    keys = keys_of(request.user.display)
    own = events.filter(item_id=assignment.item_id, rater_id=assignment.rater_id)
    return {
        "round": assignment.round,
        "assignment": assignment,
        "guidelines": assignment.round.guidelines.last(),
        "saved_at": time_of_day(own.order_by("-at").values_list("at", flat=True).first()),
        "keys": keys,
        "keys_json": json.dumps(keys),
        **neighbours_of(request.user, assignment),
        **care_for(request, assignment),
    }
