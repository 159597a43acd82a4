"""What one change of a label says, and whether it makes sense by itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.utils import timezone

from annotation.base.refusals import UnusableError
from annotation.models import Label, LabelValue

MAX_NOTE = 20_000
FIELDS = ("value", "note", "flagged")
LONGEST_ACTIVE = timedelta(hours=6)
CREDIBLE_CLOCK = timedelta(days=3650)


class LabelChange(TypedDict, total=False):
    """What is to change; a field left out stays as it is. `value` None takes the answer back."""

    value: str | None
    note: str
    flagged: bool


@dataclass(frozen=True)
class Answer:
    """A label's content at one version; version 0 is "nothing said yet"."""

    value: str | None = None
    note: str = ""
    flagged: bool = False
    version: int = 0

    def content(self) -> dict[str, Any]:
        return {field: getattr(self, field) for field in FIELDS}

    def as_json(self) -> dict[str, Any]:
        return self.content() | {"version": self.version}


def answer_of(label: Label | None) -> Answer:
    if label is None:
        return Answer()
    return Answer(label.value, label.note, label.flagged, label.version)


def check_change(change: LabelChange) -> None:
    """Raise UnusableError unless the change makes sense by itself."""
    if not change or set(change) - set(FIELDS):
        raise UnusableError("A change names a value, a note or a flag, and nothing else.")
    value, note = change.get("value"), change.get("note", "")
    if value is not None and value not in LabelValue.values:
        raise UnusableError(
            "That is not an answer we know. Choose met, not met or cannot judge.", code="unknown_value"
        )
    check_note(note)
    if not isinstance(change.get("flagged", False), bool):
        raise UnusableError("The flag is either set or not set.")


def check_note(note: Any) -> None:
    """Raise UnusableError unless the note can be stored as it is."""
    if not isinstance(note, str) or not can_be_stored(note):
        raise UnusableError("The note holds a sign that cannot be stored. Please type it anew.")
    if len(note) > MAX_NOTE:
        raise UnusableError(
            f"The note has {len(note):,} characters; at most {MAX_NOTE:,} can be kept. Please shorten it.",
            code="note_too_long",
        )


def check_answer(answer: Answer) -> None:
    """Raise UnusableError when the label as it would be lacks the note that *cannot judge* needs."""
    if answer.value == LabelValue.CANNOT_JUDGE and not answer.note.strip():
        raise UnusableError(
            "Please say in a note why you cannot judge this; the answer is saved together with it.",
            code="note_needed",
        )


def credible_clock(client_at: datetime | None) -> datetime | None:
    """The rater's clock, for the record only: ours orders events. Ten years off is noise, not a time."""
    if client_at is None or timezone.is_naive(client_at):
        return None
    try:
        return client_at if abs(client_at - timezone.now()) < CREDIBLE_CLOCK else None
    except OverflowError:
        return None


def credible_active_ms(active_ms: int) -> int:
    """Active time within one save: never negative, at most six hours."""
    return min(max(active_ms, 0), LONGEST_ACTIVE // timedelta(milliseconds=1))


def can_be_stored(text: str) -> bool:
    """No NUL, which PostgreSQL refuses, and no half of a surrogate pair, which UTF-8 does."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
