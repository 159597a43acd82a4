"""What becomes of labels when a closed round is labelled anew.

A label on a criterion follows what happened to the criterion's words (criterion_history.py). A long
conversation never changes, so its label stands; it is asked for again where the raters are to talk about it,
or where the new round does not offer its word.
"""

from collections import Counter, defaultdict
from uuid import uuid4

from annotation.assignments.answers import TranscriptAnswer, transcript_answer_of
from annotation.assignments.slots import rater_slots_of
from annotation.base.stamps import move_stamps, round_scope
from annotation.models import (
    EventSource,
    Label,
    LabelEvent,
    LabelStanding,
    Round,
    RoundItem,
    RoundKind,
    RoundPurpose,
    TranscriptLabel,
    TranscriptLabelEvent,
)
from annotation.rounds.changes.criterion_history import CriterionHistory, Fate
from annotation.rounds.transcripts.results import transcript_results
from annotation.verdicts.accord import Accord, is_contested


def carry_labels(*, round: Round) -> dict[str, int]:
    """Copy the raters' labels of the predecessor into `round`, each by its fate; return counts by fate.

    A reopened label brings its note (and its evidence turns) and no value. In a round after discussion the
    raters keep unanimous labels; contested ones they are asked to confirm or change, or, of a conversation,
    to give again. Runs inside the opening's transaction.
    """
    carry = _carry_conversations if round.kind == RoundKind.TRANSCRIPTS else _carry_criteria
    return dict(Counter(str(fate) for fate in carry(round)))


def contested_units(round: Round) -> set[tuple[int, int]]:
    """The (item id, criterion id) of a round on which the raters did not all judge alike."""
    rater_slots = rater_slots_of(round)
    values = defaultdict(list)
    labels = Label.objects.answered().of_firsts().filter(item__round=round)
    for item, criterion, rater, value in labels.values_list("item_id", "criterion_id", "rater_id", "value"):
        if rater_slots.slot_of(item, rater) is not None:
            values[item, criterion].append(value)
    return {unit for unit, answers in values.items() if is_contested(answers)}


def contested_conversations(round: Round) -> set[int]:
    """The ids of the items of a closed round on which the raters did not all judge alike."""
    return {result.item.pk for result in transcript_results(round) if result.accord != Accord.UNANIMOUS}


def _carry_criteria(round: Round) -> list[Fate]:
    items = {item.response_id: item for item in round.items.firsts().of_responses()}
    raters = set(round.slots.values_list("rater_id", flat=True))
    labels = list(
        Label.objects.given()
        .of_firsts()
        .filter(item__round=round.predecessor, item__response__in=items, rater__in=raters)
        .select_related("item__response", "criterion_version")
    )
    history = CriterionHistory(label.item.response.task_id for label in labels)
    contested = contested_units(round.predecessor) if _is_after_discussion(round) else set()
    carried = []
    for label in labels:
        item = items[label.item.response_id]
        fate = history.fate(label.criterion_version, item.rubric_revision_id)
        is_contested_here = (label.item_id, label.criterion_id) in contested
        if fate == Fate.STANDS and (label.standing != LabelStanding.STANDS or is_contested_here):
            fate = Fate.CONFIRM
        carried.append((label, item, fate))
    _copy_criteria([(label, item, fate) for label, item, fate in carried if fate != Fate.REMOVED])
    move_stamps([round_scope(round.pk)])
    return [fate for _, _, fate in carried]


def _copy_criteria(carried: list[tuple[Label, RoundItem, Fate]]) -> None:
    labels = Label.objects.bulk_create(
        Label(
            item=item,
            criterion_id=old.criterion_id,
            criterion_version=old.criterion_version,
            rater_id=old.rater_id,
            value=None if fate == Fate.REOPENED else old.value,
            note=old.note,
            flagged=old.flagged,
            standing=LabelStanding(fate),
        )
        for old, item, fate in carried
    )
    LabelEvent.objects.bulk_create(
        event_of(label, old_value=None, old_note="", old_flagged=False, source=EventSource.CARRY)
        for label in labels
    )


def event_of(
    label: Label, *, old_value: str | None, old_note: str, old_flagged: bool, source: str
) -> LabelEvent:
    """The event, not yet stored, by which something other than a rater changed `label`."""
    return LabelEvent(
        uuid=uuid4(),
        item=label.item,
        criterion_id=label.criterion_id,
        criterion_version_id=label.criterion_version_id,
        rater_id=label.rater_id,
        old_value=old_value,
        new_value=label.value,
        old_note=old_note,
        new_note=label.note,
        old_flagged=old_flagged,
        new_flagged=label.flagged,
        version=label.version,
        source=source,
    )


def _carry_conversations(round: Round) -> list[Fate]:
    items = {item.transcript_id: item for item in round.items.firsts()}
    labels = (
        TranscriptLabel.objects.given()
        .of_firsts()
        .filter(
            item__round=round.predecessor, item__transcript__in=items, rater__in=round.slots.values("rater")
        )
        .select_related("item")
    )
    contested = contested_conversations(round.predecessor) if _is_after_discussion(round) else set()
    carried = []
    for label in labels:
        is_asked_again = label.item_id in contested or label.value not in round.vocabulary
        fate = Fate.REOPENED if is_asked_again else Fate.STANDS
        carried.append((label, items[label.item.transcript_id], fate))
    _copy_conversations(carried)
    return [fate for _, _, fate in carried]


def _copy_conversations(carried: list[tuple[TranscriptLabel, RoundItem, Fate]]) -> None:
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


def _is_after_discussion(round: Round) -> bool:
    return round.purpose == RoundPurpose.POST_DISCUSSION
