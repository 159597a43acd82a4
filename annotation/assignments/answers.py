"""What a rater's answer holds, and whether a change of it makes sense by itself.

An answer is about one criterion of a response (Answer) or about a long conversation as a whole
(TranscriptAnswer). Both are built of a value, a note and one field of their own, and both are versioned.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.utils import timezone

from annotation.base.refusals import UnusableError
from annotation.models import (
    Label,
    LabelEvent,
    LabelStanding,
    LabelValue,
    TranscriptLabel,
    TranscriptLabelEvent,
)
from annotation.vocabulary import CANNOT_JUDGE

MAX_NOTE = 20_000
FIELDS = ("value", "note", "flagged")
WAITING = (LabelStanding.CONFIRM, LabelStanding.REOPENED)  # for its rater's word, after a rubric change
TRANSCRIPT_FIELDS = ("value", "evidence_turns", "note")
LONGEST_ACTIVE = timedelta(hours=6)
CREDIBLE_CLOCK = timedelta(days=3650)


class LabelChange(TypedDict, total=False):
    """What is to change; a field left out stays as it is. `value` None takes the answer back.

    `standing` undoes the answer to a reworded criterion: the label waits again as it did before.
    """

    value: str | None
    note: str
    flagged: bool
    standing: str


@dataclass(frozen=True)
class Answer:
    """A label's content at one version; version 0 is "nothing said yet"."""

    value: str | None = None
    note: str = ""
    flagged: bool = False
    version: int = 0

    @property
    def needs_note(self) -> bool:
        return self.value == LabelValue.CANNOT_JUDGE

    def changed(self, change: Mapping[str, Any]) -> "Answer":
        """The same answer with the fields of `change`, which has been checked."""
        return replace(self, **{field: content for field, content in change.items() if field in FIELDS})

    def content(self) -> dict[str, Any]:
        return {field: getattr(self, field) for field in FIELDS}

    def as_json(self) -> dict[str, Any]:
        return self.content() | {"version": self.version}


def answer_of(label: Label | None) -> Answer:
    if label is None:
        return Answer()
    return Answer(label.value, label.note, label.flagged, label.version)


def answers_in(event: LabelEvent) -> tuple[Answer, Answer]:
    """The answer before the event and the one after it."""
    old = Answer(event.old_value, event.old_note, event.old_flagged, event.version - 1)
    return old, Answer(event.new_value, event.new_note, event.new_flagged, event.version)


def check_change(change: LabelChange) -> None:
    """Raise UnusableError unless the change makes sense by itself."""
    if not change or set(change) - {*FIELDS, "standing"}:
        raise UnusableError("A change names a value, a note or a flag, and nothing else.")
    value, note = change.get("value"), change.get("note", "")
    if value is not None and value not in LabelValue.values:
        raise UnusableError(
            "That is not an answer we know. Choose met, not met or cannot judge.", code="unknown_value"
        )
    check_note(note)
    if not isinstance(change.get("flagged", False), bool):
        raise UnusableError("The flag is either set or not set.")
    if "standing" in change and ("value" not in change or change["standing"] not in WAITING):
        raise UnusableError(
            "A label waits again together with the value it had, to be confirmed or reopened."
        )


class TranscriptChange(TypedDict, total=False):
    """What is to change; a field left out stays as it is. `value` None takes the answer back."""

    value: str | None
    evidence_turns: list[int]
    note: str


@dataclass(frozen=True)
class TranscriptAnswer:
    """A label's content at one version; version 0 is "nothing said yet". Evidence turns are in order."""

    value: str | None = None
    evidence_turns: tuple[int, ...] = ()
    note: str = ""
    version: int = 0

    @classmethod
    def of(cls, content: Mapping[str, Any], version: int) -> "TranscriptAnswer":
        """Read an answer from the JSON content of an event."""
        turns = tuple(content.get("evidence_turns", ()))
        return cls(content.get("value"), turns, content.get("note", ""), version)

    @property
    def needs_note(self) -> bool:
        return self.value == CANNOT_JUDGE

    def changed(self, change: Mapping[str, Any]) -> "TranscriptAnswer":
        """The same answer with the fields of `change`, which has been checked."""
        return TranscriptAnswer.of(self.content() | change, self.version)

    def content(self) -> dict[str, Any]:
        return {"value": self.value, "evidence_turns": list(self.evidence_turns), "note": self.note}

    def as_json(self) -> dict[str, Any]:
        return self.content() | {"version": self.version}


def transcript_answer_of(label: TranscriptLabel | None) -> TranscriptAnswer:
    if label is None:
        return TranscriptAnswer()
    return TranscriptAnswer(label.value, tuple(label.evidence_turns), label.note, label.version)


def transcript_answers_in(event: TranscriptLabelEvent) -> tuple[TranscriptAnswer, TranscriptAnswer]:
    """The answer before the event and the one after it."""
    return TranscriptAnswer.of(event.old, event.version - 1), TranscriptAnswer.of(event.new, event.version)


def sound_change(
    change: Mapping[str, Any], *, words: Collection[str], turns: Collection[int]
) -> TranscriptChange:
    """Return the change with its evidence turns in order, each once.

    `words` are the labels of the round and `turns` the numbers of the conversation's turns. Raises
    UnusableError for a change that makes no sense on them.
    """
    if not isinstance(change, Mapping) or not change or set(change) - set(TRANSCRIPT_FIELDS):
        raise UnusableError("A change names a value, evidence turns or a note, and nothing else.")
    value = change.get("value")
    if value is not None and (not isinstance(value, str) or value not in words):
        raise UnusableError(
            f"That is not an answer of this round. Choose one of: {', '.join(words)}.", code="unknown_value"
        )
    check_note(change.get("note", ""))
    sound = TranscriptChange(**change)
    if "evidence_turns" in change:
        sound["evidence_turns"] = _sound_turns(change["evidence_turns"], turns)
    return sound


def _sound_turns(sent: Any, turns: Collection[int]) -> list[int]:
    is_list = isinstance(sent, list | tuple)
    if not is_list or any(isinstance(turn, bool) or not isinstance(turn, int) for turn in sent):
        raise UnusableError("Evidence turns are a list of turn numbers.")
    unknown = sorted(set(sent) - set(turns))
    if unknown:
        raise UnusableError(f"This conversation has no turn {unknown[0]}.", code="unknown_turn")
    return sorted(set(sent))


def check_note(note: Any) -> None:
    """Raise UnusableError unless the note can be stored as it is."""
    if not isinstance(note, str) or not can_be_stored(note):
        raise UnusableError("The note holds a sign that cannot be stored. Please type it anew.")
    if len(note) > MAX_NOTE:
        raise UnusableError(
            f"The note has {len(note):,} characters; at most {MAX_NOTE:,} can be kept. Please shorten it.",
            code="note_too_long",
        )


def check_answer(answer: "Answer | TranscriptAnswer") -> None:
    """Raise UnusableError when the label as it would be lacks the note that *cannot judge* needs."""
    if answer.needs_note and not answer.note.strip():
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
