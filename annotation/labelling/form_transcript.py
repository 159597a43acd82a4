"""Read the label of a long conversation as one form: the way without JavaScript."""

from uuid import UUID, uuid4

from django.http import QueryDict

from annotation.assignments.transcript_change import FIELDS, TranscriptAnswer, TranscriptChange
from annotation.models import Assignment, TranscriptLabelEvent


def typed_answer(sent: QueryDict) -> TranscriptAnswer:
    """What the form holds: `value`, every `evidence` and the note, on the version the page had shown."""
    value = None if "clear" in sent else sent.get("value") or None
    turns = {int(turn) for turn in sent.getlist("evidence") if _is_number(turn)}
    note = sent.get("note", "").replace("\r\n", "\n")
    version = sent.get("version", "")
    return TranscriptAnswer(value, tuple(sorted(turns)), note, int(version) if _is_number(version) else 0)


def typed_uuid(sent: QueryDict) -> UUID:
    """The number the page gave this change, so that a form sent twice is harmless."""
    try:
        return UUID(sent.get("uuid", ""))
    except ValueError:
        return uuid4()


def change_typed(typed: TranscriptAnswer, assignment: Assignment) -> TranscriptChange:
    """What the rater changed: what was sent, less what the page had shown them.

    Compared with the version on their page and not with the newest, so that fields they left alone do not
    undo what another window saved.
    """
    seen = _seen(typed.version, assignment).content()
    return TranscriptChange(
        **{field: new for field, new in typed.content().items() if field in FIELDS and new != seen[field]}
    )


def _seen(version: int, assignment: Assignment) -> TranscriptAnswer:
    event = TranscriptLabelEvent.objects.filter(
        item_id=assignment.item_id, rater_id=assignment.rater_id, version=version
    ).first()
    return TranscriptAnswer.of(event.new, event.version) if event else TranscriptAnswer()


def _is_number(sent: str) -> bool:
    return sent.isascii() and sent.isdigit() and len(sent) < 10
