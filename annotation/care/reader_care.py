"""What an item's page shows for its reader's sake: the note, folded turns, a pause before the first word."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from annotation.assignments.content_note import content_note_of
from annotation.care.exposure import has_been_read, is_pause_due
from annotation.models import Assignment, Round
from annotation.site.display import display_of

# When a suggestion was set aside is kept in the session and nowhere else.
SET_ASIDE = "pause_set_aside"


def care_for(request: HttpRequest, assignment: Assignment) -> dict[str, Any]:
    """The context that a conversation's page adds. A pause is suggested only before the item was begun."""
    was_read = has_been_read(assignment)
    is_unopened = request.method != "POST" and not was_read and assignment.revealed_at is None
    return {
        "note": content_note_of(assignment),
        "folds_user_turns": was_read and display_of(request.user.display).hide_user_turns,
        "suggests_pause": is_unopened and suggests_pause(request, assignment.round),
    }


def suggests_pause(request: HttpRequest, round: Round) -> bool:
    """Whether a page between two items should suggest a pause to its reader."""
    return round.is_open and is_pause_due(request.user, round, since=_set_aside(request))


def _set_aside(request: HttpRequest) -> datetime | None:
    stored = request.session.get(SET_ASIDE)
    return datetime.fromisoformat(stored) if stored else None
