"""What one change of a label on a long conversation says, and whether it makes sense by itself."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from annotation.assignments.label_change import check_note
from annotation.base.refusals import UnusableError
from annotation.models import TranscriptLabel
from annotation.vocabulary import CANNOT_JUDGE

FIELDS = ("value", "evidence_turns", "note")


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

    def content(self) -> dict[str, Any]:
        return {"value": self.value, "evidence_turns": list(self.evidence_turns), "note": self.note}

    def as_json(self) -> dict[str, Any]:
        return self.content() | {"version": self.version}


def transcript_answer_of(label: TranscriptLabel | None) -> TranscriptAnswer:
    if label is None:
        return TranscriptAnswer()
    return TranscriptAnswer(label.value, tuple(label.evidence_turns), label.note, label.version)


def sound_change(
    change: Mapping[str, Any], *, words: Collection[str], turns: Collection[int]
) -> TranscriptChange:
    """Return the change with its evidence turns in order, each once.

    `words` are the labels of the round and `turns` the numbers of the conversation's turns. Raises
    UnusableError for a change that makes no sense on them.
    """
    if not isinstance(change, Mapping) or not change or set(change) - set(FIELDS):
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


def check_transcript_answer(answer: TranscriptAnswer) -> None:
    """Raise UnusableError when the label as it would be lacks the note that *cannot judge* needs."""
    if answer.value == CANNOT_JUDGE and not answer.note.strip():
        raise UnusableError(
            "Please say in a note why you cannot judge this; the answer is saved together with it.",
            code="note_needed",
        )
