"""What three raters said about each long conversation of a closed round, and their majority."""

from dataclasses import dataclass

from annotation.assignments.slots import rater_slots_of
from annotation.models import Person, Round, RoundItem, TranscriptLabel
from annotation.rounds.discussion.report import LETTERS
from annotation.verdicts.accord import Accord, accord_of, majority_of


@dataclass(frozen=True)
class TranscriptVoice:
    """What one rater said, by the rater's letter. `value` is None where there is no label."""

    letter: str
    value: str | None
    evidence_turns: tuple[int, ...]
    note: str
    is_own: bool


@dataclass(frozen=True)
class TranscriptResult:
    """One conversation with its voices in slot order, their majority and how far they agree."""

    item: RoundItem
    voices: list[TranscriptVoice]

    @property
    def majority(self) -> str | None:
        return majority_of([voice.value for voice in self.voices])

    @property
    def accord(self) -> Accord:
        return accord_of([voice.value for voice in self.voices])


def transcript_results(round: Round, reader: Person | None = None) -> list[TranscriptResult]:
    """Every conversation of the round, in order. The caller has asked access whether they may be shown."""
    rater_slots = rater_slots_of(round)
    labels = {
        (label.item_id, label.rater_id): label
        for label in TranscriptLabel.objects.of_firsts().filter(item__round=round)
    }
    items = round.items.firsts().of_transcripts().select_related("transcript")
    return [
        TranscriptResult(
            item,
            [
                _voice(letter, labels.get((item.pk, rater)), is_own=reader is not None and rater == reader.pk)
                for letter, rater in zip(LETTERS, rater_slots.holders(item.pk), strict=False)
            ],
        )
        for item in items.order_by("position")
    ]


def _voice(letter: str, label: TranscriptLabel | None, *, is_own: bool) -> TranscriptVoice:
    if label is None:
        return TranscriptVoice(letter, None, (), "", is_own)
    return TranscriptVoice(letter, label.value, tuple(label.evidence_turns), label.note, is_own)
