"""What an item's page shows for its reader's sake: the note, folded turns, a pause before the first word."""

from typing import Any

from django.http import HttpRequest

from annotation.assignments.content_note import content_note_of
from annotation.care.exposure import has_been_read
from annotation.care.page_pause import suggests_pause
from annotation.models import Assignment
from annotation.site.display import display_of


def care_for(request: HttpRequest, assignment: Assignment) -> dict[str, Any]:
    """The context that a conversation's page adds. A pause is suggested only before the item was begun."""
    was_read = has_been_read(assignment)
    is_at_its_door = request.method != "POST" and not was_read and assignment.revealed_at is None
    return {
        "note": content_note_of(assignment),
        "folds_user_turns": was_read and display_of(request.user.display).hide_user_turns,
        "suggests_pause": is_at_its_door and suggests_pause(request, assignment.round),
    }
