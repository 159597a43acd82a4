"""Read a labelling page as one plain form, for a browser without JavaScript.

What the rater changed is what was sent, less what the page had shown them: compared with the version on their
page and not with the newest, so that fields they left alone do not undo what another window saved.
"""

from uuid import UUID, uuid4

from django.http import QueryDict

from annotation.assignments.answers import (
    Answer,
    LabelChange,
    TranscriptAnswer,
    TranscriptChange,
    answers_in,
    transcript_answers_in,
)
from annotation.labelling.criterion_entries import CriterionEntry
from annotation.models import Assignment, LabelEvent, TranscriptLabelEvent


def number_in(sent: str | None) -> int:
    """The whole number that a field holds; 0 for anything else."""
    return int(sent) if sent and sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def uuid_in(sent: str | None) -> UUID:
    """The UUID the page gave a change, so that a form sent twice is harmless; a new one for anything else."""
    try:
        return UUID(sent or "")
    except ValueError:
        return uuid4()


def take_typed(entry: CriterionEntry, sent: QueryDict) -> bool:
    """Put what was sent about the criterion into `entry.entered`; False when nothing was sent."""
    if f"version-{entry.key}" not in sent:
        return False
    value = sent.get(f"value-{entry.key}")
    if sent.get("clear") == str(entry.key):
        value = None
    entry.entered = Answer(
        value=value,
        note=_text(sent.get(f"note-{entry.key}", "")),
        flagged=f"flag-{entry.key}" in sent,
        version=number_in(sent.get(f"version-{entry.key}")),
    )
    entry.uuid = uuid_in(sent.get(f"uuid-{entry.key}"))
    return True


def criterion_change(entry: CriterionEntry, assignment: Assignment, sent: QueryDict) -> LabelChange:
    """What the rater changed of one criterion. To confirm is to send the same answer by its own button."""
    old = _criterion_answer_read(entry, assignment).content()
    changed = {field: new for field, new in entry.entered.content().items() if new != old[field]}
    if sent.get("confirm") == str(entry.key):
        changed["value"] = entry.entered.value
    return LabelChange(**changed)


def words_read(entry: CriterionEntry, sent: QueryDict) -> int | None:
    """The version of the criterion that the page had shown; None when it did not say."""
    return number_in(sent.get(f"words-{entry.key}")) or None


def typed_transcript_answer(sent: QueryDict) -> TranscriptAnswer:
    """What the form holds: `value`, every `evidence` and the note, on the version the page had shown."""
    value = None if "clear" in sent else sent.get("value") or None
    turns = {int(turn) for turn in sent.getlist("evidence") if _is_number(turn)}
    return TranscriptAnswer(
        value, tuple(sorted(turns)), _text(sent.get("note", "")), number_in(sent.get("version"))
    )


def transcript_change(typed: TranscriptAnswer, assignment: Assignment) -> TranscriptChange:
    """What the rater changed of their label on the conversation."""
    event = TranscriptLabelEvent.objects.filter(
        item_id=assignment.item_id, rater_id=assignment.rater_id, version=typed.version
    ).first()
    old = (transcript_answers_in(event)[1] if event else TranscriptAnswer()).content()
    return TranscriptChange(**{field: new for field, new in typed.content().items() if new != old[field]})


def _criterion_answer_read(entry: CriterionEntry, assignment: Assignment) -> Answer:
    version = entry.entered.version
    if version in (0, entry.answer.version):
        return entry.answer if version else Answer()
    event = LabelEvent.objects.filter(
        item_id=assignment.item_id,
        criterion_id=entry.key,
        rater_id=assignment.rater_id,
        version=version,
    ).first()
    return answers_in(event)[1] if event else Answer()


def _text(sent: str) -> str:
    return sent.replace("\r\n", "\n")


def _is_number(sent: str) -> bool:
    return sent.isascii() and sent.isdigit() and len(sent) < 10
