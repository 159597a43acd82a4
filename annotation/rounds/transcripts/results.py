"""What three raters said about each long conversation of a closed round, and their majority."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.assignments.majority import N_RATERS, Accord
from annotation.assignments.slots import places_of
from annotation.models import Person, Round, RoundItem, TranscriptLabel
from annotation.rounds.discussion.report import LETTERS
from annotation.vocabulary import CANNOT_JUDGE


@dataclass(frozen=True)
class WholeVoice:
    """What one rater said, by the rater's letter. `value` is None where there is no label."""

    letter: str
    value: str | None
    evidence_turns: tuple[int, ...]
    note: str
    is_own: bool


@dataclass(frozen=True)
class LongResult:
    """One conversation with its voices in slot order, their majority and how far they agree."""

    item: RoundItem
    voices: list[WholeVoice]

    @property
    def majority(self) -> str | None:
        return whole_majority([voice.value for voice in self.voices])

    @property
    def accord(self) -> Accord:
        return whole_accord([voice.value for voice in self.voices])


def judged(values: Sequence[str | None]) -> list[str]:
    """The words that are judgments: cannot judge and no label are none."""
    return [value for value in values if value is not None and value != CANNOT_JUDGE]


def whole_majority(values: Sequence[str | None]) -> str | None:
    """The word that more than half of those who judged said; None when undecided."""
    words = judged(values)
    if not words:
        return None
    word, count = Counter(words).most_common(1)[0]
    return word if 2 * count > len(words) else None


def whole_accord(values: Sequence[str | None]) -> Accord:
    """Unanimous, two to one, alike among those who judged, or undecided."""
    words = judged(values)
    if whole_majority(values) is None:
        return Accord.UNDECIDED
    if len(set(words)) > 1:
        return Accord.TWO_TO_ONE
    return Accord.UNANIMOUS if len(words) == N_RATERS else Accord.PARTLY


def long_results(round: Round, reader: Person | None = None) -> list[LongResult]:
    """Every conversation of the round, in order. The caller has asked access whether they may be shown."""
    places = places_of(round)
    said = {
        (label.item_id, label.rater_id): label
        for label in TranscriptLabel.objects.of_firsts().filter(item__round=round)
    }
    items = round.items.firsts().of_transcripts().select_related("transcript")
    return [
        LongResult(
            item,
            [
                _voice(letter, said.get((item.pk, rater)), is_own=reader is not None and rater == reader.pk)
                for letter, rater in zip(LETTERS, places.holders(item.pk), strict=False)
            ],
        )
        for item in items.order_by("position")
    ]


def _voice(letter: str, label: TranscriptLabel | None, *, is_own: bool) -> WholeVoice:
    if label is None:
        return WholeVoice(letter, None, (), "", is_own)
    return WholeVoice(letter, label.value, tuple(label.evidence_turns), label.note, is_own)
