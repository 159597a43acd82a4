"""The two kinds of thing that a rater answers: a criterion of a response, or a long conversation as a whole.

A LabelledUnit says for one save which label it is about, which change was asked for and what its kind
demands. The flow of the save itself is one for both, in record.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django.db.models import F

from annotation.assignments import answers
from annotation.assignments.answers import Answer, TranscriptAnswer, check_answer
from annotation.base.lookups import row_or_none
from annotation.base.refusals import ConflictError, NotThereError, UnusableError
from annotation.models import (
    Assignment,
    CriterionVersion,
    EventSource,
    Label,
    LabelEvent,
    LabelStanding,
    RoundKind,
    TranscriptLabel,
    TranscriptLabelEvent,
)
from annotation.rounds.changes.criterion_history import CriterionHistory, Fate


@dataclass(frozen=True)
class LabelledUnit(ABC):
    """What one save is about. `key` names the label among those of its kind; `change` is sound.

    It is found after the assignment's lock is held: a closing or a rubric change we waited for must be seen.
    """

    label_model: ClassVar[Any]
    event_model: ClassVar[Any]

    key: dict[str, Any]
    round_state: str
    change: Mapping[str, Any]

    @staticmethod
    @abstractmethod
    def answer_of(label: Any) -> Any:
        """The answer that a label holds; an empty one for None."""

    @staticmethod
    @abstractmethod
    def answers_in(event: Any) -> tuple[Any, Any]:
        """The answer before an event and the one after it."""

    @abstractmethod
    def fill(self, label: Any, wanted: Any) -> None:
        """Put the wanted answer into the label, which is stored afterwards."""

    @abstractmethod
    def event_fields(self, now: Any, wanted: Any) -> dict[str, Any]:
        """What an event of this kind keeps of the change, beside what every event keeps."""

    def check(self, now: Any, wanted: Any) -> None:
        """Raise RefusedError unless `wanted` may follow `now`."""
        check_answer(wanted)

    def is_recorded_in(self, event: Any) -> bool:
        """Whether an event is this very change: of this label, and to the same content."""
        before, after = self.answers_in(event)
        is_same_label = all(getattr(event, field) == value for field, value in self.key.items())
        return is_same_label and after.content() == before.changed(self.change).content()


@dataclass(frozen=True)
class CriterionUnit(LabelledUnit):
    """One criterion of a response. `words_read` is the criterion version the rater read, if known."""

    label_model = Label
    event_model = LabelEvent
    answer_of = staticmethod(answers.answer_of)
    answers_in = staticmethod(answers.answers_in)

    pinned: CriterionVersion
    words_read: int | None

    @classmethod
    def find(
        cls, assignment: Assignment, rater: int, change: Mapping[str, Any], criterion: str, words: int | None
    ) -> "CriterionUnit":
        """The criterion of that stable id in the item's rubric, with the state of its round; one query."""
        versions = CriterionVersion.objects.filter(
            revision__round_items=assignment.item_id, criterion__criterion_id=criterion
        )
        pinned = row_or_none(versions.annotate(round_state=F("revision__round_items__round__state")))
        if pinned is None:
            raise NotThereError(
                "The rubric of this item has no such criterion now. Reload the page to see its present "
                "criteria."
            )
        key = {"item_id": assignment.item_id, "criterion_id": pinned.criterion_id, "rater_id": rater}
        return cls(key, pinned.round_state, change, pinned, words)

    def check(self, now: Answer, wanted: Answer) -> None:
        super().check(now, wanted)
        if "standing" in self.change:
            self._check_standing(wanted)
        elif self._is_answer(now) and self.words_read not in (None, self.pinned.pk):
            self._check_words(now)

    def fill(self, label: Label, wanted: Answer) -> None:
        if "standing" in self.change:
            label.criterion_version, label.standing = self._words_before, self.change["standing"]
        elif label.pk is None or "value" in self.change:  # also the same value again: that is to confirm
            label.criterion_version, label.standing = self.pinned, LabelStanding.STANDS
        label.value, label.note, label.flagged = wanted.value, wanted.note, wanted.flagged

    def event_fields(self, now: Answer, wanted: Answer) -> dict[str, Any]:
        return {
            "criterion_version": self._words_before if "standing" in self.change else self.pinned,
            **{f"old_{field}": content for field, content in now.content().items()},
            **{f"new_{field}": content for field, content in wanted.content().items()},
        }

    @cached_property
    def _rubric_event(self) -> LabelEvent | None:
        """The event that made the label wait when its words last changed, if they did."""
        events = LabelEvent.objects.filter(**self.key, source__in=(EventSource.RUBRIC, EventSource.CARRY))
        return events.select_related("criterion_version__revision").order_by("-version").first()

    @property
    def _words_before(self) -> CriterionVersion:
        return self._rubric_event.criterion_version

    def _check_standing(self, wanted: Answer) -> None:
        """Refuse to let a label wait that did not wait with this value before it was answered."""
        event = self._rubric_event
        if event is not None and event.new_value == wanted.value:
            history = CriterionHistory([event.criterion_version.revision.task_id])
            if history.fate(event.criterion_version, self.pinned.revision_id) == self.change["standing"]:
                return
        raise UnusableError("This label did not wait for a word before, so that cannot be undone here.")

    def _is_answer(self, now: Answer) -> bool:
        return now.version == 0 or "value" in self.change

    def _check_words(self, now: Answer) -> None:
        """Refuse an answer to words that a label on them would not have outlived."""
        versions = CriterionVersion.objects.select_related("revision")
        read = versions.filter(pk=self.words_read, criterion=self.pinned.criterion_id).first()
        history = CriterionHistory([read.revision.task_id] if read else [])
        if read is None or history.fate(read, self.pinned.revision_id) != Fate.STANDS:
            raise ConflictError(
                "This criterion was reworded while your page was open, so your answer was not saved. "
                "Please reload the page, read the criterion again and answer it anew.",
                current=now.as_json(),
                asked=dict(self.change),
                code="reworded",
            )


@dataclass(frozen=True)
class ConversationUnit(LabelledUnit):
    """A long conversation, answered once as a whole with a word of the round and the turns it rests on."""

    label_model = TranscriptLabel
    event_model = TranscriptLabelEvent
    answer_of = staticmethod(answers.transcript_answer_of)
    answers_in = staticmethod(answers.transcript_answers_in)

    @classmethod
    def find(cls, assignment: Assignment, rater: int, change: Mapping[str, Any]) -> "ConversationUnit":
        """The item's conversation, with the change made sound on its turns and on the round's words."""
        round = assignment.round
        if round.kind != RoundKind.TRANSCRIPTS:
            raise NotThereError("This item is no long conversation; its labels are about criteria.")
        turns = assignment.item.transcript.turns.values_list("turn_index", flat=True)
        sound = answers.sound_change(change, words=round.vocabulary, turns=list(turns))
        return cls({"item_id": assignment.item_id, "rater_id": rater}, round.state, sound)

    def fill(self, label: TranscriptLabel, wanted: TranscriptAnswer) -> None:
        label.value, label.note = wanted.value, wanted.note
        label.evidence_turns = list(wanted.evidence_turns)

    def event_fields(self, now: TranscriptAnswer, wanted: TranscriptAnswer) -> dict[str, Any]:
        return {"old": now.content(), "new": wanted.content()}
