"""Where a rater can go from an item: before it, after it, to the next one to do."""

from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from annotation.assignments.content_note import asks_before_showing, content_note_of
from annotation.assignments.queue import queue_of
from annotation.models import Assignment, Person


def item_address(assignment: Assignment | None, name: str) -> str:
    """The page of an item, or of the round `name` when nothing is left to do."""
    if assignment is None:
        return reverse("label_round", args=[name])
    return reverse("label_item", args=[name, assignment.item_id])


def address_after_save(request: HttpRequest, assignment: Assignment) -> str:
    """After a save by the form: on if that was asked (`go=next`), else the same item again."""
    if request.POST.get("go") == "next":
        return next_address(request.user, assignment)
    return item_address(assignment, assignment.round.name)


def next_address(person: Person, assignment: Assignment) -> str:
    """The next item to do after this one, or the round when there is none."""
    following = queue_of(person, assignment.round).next_unfinished(assignment)
    return item_address(following, assignment.round.name)


def neighbours_of(person: Person, assignment: Assignment) -> dict[str, Any]:
    """The item's position among the person's own and the addresses around it, for the page's bar.

    404 when it was left out in another window at this moment, as if it had been so before.
    """
    queue, name = queue_of(person, assignment.round), assignment.round.name
    if assignment not in queue:
        raise Http404
    previous, following = queue.previous(assignment), queue.following(assignment)
    unfinished = queue.next_unfinished(assignment)
    return {
        "position": queue.position_of(assignment),
        "n_items": len(queue),
        "n_done": queue.n_done,
        "previous_url": item_address(previous, name) if previous else "",
        "following_url": item_address(following, name) if following else "",
        "next_url": item_address(unfinished, name),
        "is_last_unfinished": unfinished is None,
        "next_note": _note_of_next(person, queue.position_of(unfinished), unfinished) if unfinished else None,
    }


def _note_of_next(person: Person, position: int, following: Assignment) -> dict[str, Any] | None:
    """The note of the next conversation, so that it can be opened from here; None where it opens at once."""
    if not following.round.is_open or not asks_before_showing(person, following):
        return None
    return {"position": position, "item": following.item_id, "note": content_note_of(following)}


def time_of_day(moment: Any) -> str:
    """`14:02` where the reader is; "" for None."""
    return timezone.localtime(moment).strftime("%H:%M") if moment else ""
