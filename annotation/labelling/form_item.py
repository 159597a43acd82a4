"""Read the whole labelling page as one form: the way without JavaScript."""

from uuid import UUID, uuid4

from django.http import QueryDict

from annotation.assignments.label_change import FIELDS, Answer, LabelChange
from annotation.labelling.criterion_entries import CriterionEntry
from annotation.models import Assignment, LabelEvent


def take_typed(entry: CriterionEntry, sent: QueryDict) -> bool:
    """Put what was sent about the entry's criterion into `entry.entered`; False when nothing was sent."""
    if f"version-{entry.key}" not in sent:
        return False
    value = sent.get(f"value-{entry.key}")
    if sent.get("clear") == str(entry.key):
        value = None
    entry.entered = Answer(
        value=value,
        note=sent.get(f"note-{entry.key}", "").replace("\r\n", "\n"),
        flagged=f"flag-{entry.key}" in sent,
        version=_number(sent.get(f"version-{entry.key}")),
    )
    entry.uuid = _uuid(sent.get(f"uuid-{entry.key}"))
    return True


def change_typed(entry: CriterionEntry, assignment: Assignment, sent: QueryDict) -> LabelChange:
    """What the rater changed: what was sent, less what the page had shown them.

    Compared with the version on their page and not with the newest, so that fields they left alone do not
    undo what another window saved. To confirm is to send the same answer on purpose, by its own button.
    """
    seen = _seen(entry, assignment)
    change = {field: getattr(entry.entered, field) for field in FIELDS}
    changed = {field: new for field, new in change.items() if new != getattr(seen, field)}
    if sent.get("confirm") == str(entry.key):
        changed["value"] = entry.entered.value
    return LabelChange(**changed)


def words_read(entry: CriterionEntry, sent: QueryDict) -> int | None:
    """The version of the criterion that the page had shown; None when it did not say."""
    return _number(sent.get(f"words-{entry.key}")) or None


def _seen(entry: CriterionEntry, assignment: Assignment) -> Answer:
    version = entry.entered.version
    if version in (0, entry.answer.version):
        return entry.answer if version else Answer()
    event = LabelEvent.objects.filter(
        item_id=assignment.item_id,
        criterion_id=entry.key,
        rater_id=assignment.rater_id,
        version=version,
    ).first()
    if event is None:
        return Answer()
    return Answer(event.new_value, event.new_note, event.new_flagged, event.version)


def _number(sent: str | None) -> int:
    return int(sent) if sent and sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def _uuid(sent: str | None) -> UUID:
    try:
        return UUID(sent or "")
    except ValueError:
        return uuid4()
