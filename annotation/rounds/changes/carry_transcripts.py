"""What becomes of labels of long conversations when their round is labelled anew.

A conversation never changes, so a label that was given stands. It is asked for again where the raters are to
talk about it, or where the new round does not offer its word.
"""

from collections import Counter
from uuid import uuid4

from annotation.assignments.answers import TranscriptAnswer, transcript_answer_of
from annotation.models import (
    EventSource,
    Round,
    RoundItem,
    RoundPurpose,
    TranscriptLabel,
    TranscriptLabelEvent,
)
from annotation.rounds.changes.carry import Fate
from annotation.rounds.transcripts.results import long_results
from annotation.verdicts.accord import Accord


def carry_transcript_labels(*, round: Round) -> dict[str, int]:
    """Copy the raters' labels of the predecessor into `round`; return counts by fate.

    A reopened label brings its note and its evidence turns, and no word. Runs inside the transaction of the
    opening.
    """
    items = {item.transcript_id: item for item in round.items.firsts()}
    labels = (
        TranscriptLabel.objects.given()
        .of_firsts()
        .filter(
            item__round=round.predecessor,
            item__transcript__in=items,
            rater__in=round.slots.values("rater"),
        )
    )
    is_discussed = round.purpose == RoundPurpose.POST_DISCUSSION
    contested = contested_conversations(round.predecessor) if is_discussed else set()
    carried = []
    for label in labels.select_related("item"):
        is_asked_again = label.item_id in contested or label.value not in round.vocabulary
        fate = Fate.REOPENED if is_asked_again else Fate.STANDS
        carried.append((label, items[label.item.transcript_id], fate))
    _copy(carried)
    return dict(Counter(str(fate) for _, _, fate in carried))


def contested_conversations(round: Round) -> set[int]:
    """The ids of the items of a closed round on which the raters did not all judge alike."""
    return {one.item.pk for one in long_results(round) if one.accord != Accord.UNANIMOUS}


def _copy(carried: list[tuple[TranscriptLabel, RoundItem, Fate]]) -> None:
    labels = TranscriptLabel.objects.bulk_create(
        TranscriptLabel(
            item=item,
            rater_id=old.rater_id,
            value=None if fate == Fate.REOPENED else old.value,
            evidence_turns=old.evidence_turns,
            note=old.note,
        )
        for old, item, fate in carried
    )
    TranscriptLabelEvent.objects.bulk_create(
        TranscriptLabelEvent(
            uuid=uuid4(),
            item=label.item,
            rater_id=label.rater_id,
            old=TranscriptAnswer().content(),
            new=transcript_answer_of(label).content(),
            version=label.version,
            source=EventSource.CARRY,
        )
        for label in labels
    )
