"""The shapes of what is sent and answered, for rendering and for the OpenAPI schema."""

from rest_framework import serializers

from annotation.assignments.answers import MAX_NOTE
from annotation.models import LabelValue, RoundKind, RoundState
from annotation.vocabulary import SUBCATEGORIES

VALUES = LabelValue.choices


class RoundShape(serializers.Serializer):
    """A round in which the caller rates, with their own progress."""

    name = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=RoundKind.choices)
    state = serializers.ChoiceField(choices=RoundState.choices)
    labels = serializers.ListField(
        child=serializers.CharField(), source="vocabulary", help_text="The words for long conversations."
    )
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    items = serializers.IntegerField(source="own.items")
    items_done = serializers.IntegerField(source="own.items_done")
    units = serializers.IntegerField(source="own.units")
    units_answered = serializers.IntegerField(source="own.units_answered")


class QueueItemShape(serializers.Serializer):
    """One of the caller's items, in their own order."""

    item = serializers.IntegerField(source="item_id")
    place = serializers.IntegerField(help_text="From 1, in the caller's own order.")
    sitting = serializers.IntegerField()
    n_units = serializers.IntegerField()
    n_answered = serializers.IntegerField()
    is_done = serializers.BooleanField()
    is_skipped = serializers.BooleanField()
    is_revealed = serializers.BooleanField(help_text="Whether the conversation was opened after its note.")


class ResumeShape(serializers.Serializer):
    item = serializers.IntegerField(allow_null=True)


class GuidelinesShape(serializers.Serializer):
    """One version of a round's guidelines, in Markdown."""

    number = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class NoteFactShape(serializers.Serializer):
    fact = serializers.CharField()
    words = serializers.CharField()


class ContentNoteShape(serializers.Serializer):
    """What a conversation is about, to be shown before it."""

    facts = NoteFactShape(many=True)
    sentence = serializers.CharField(allow_blank=True)
    is_heavy = serializers.BooleanField()


class TurnShape(serializers.Serializer):
    """`text` is null where the record lacks the turn, "" where it was empty."""

    number = serializers.IntegerField()
    speaker = serializers.ChoiceField(choices=("user", "assistant"))
    text = serializers.CharField(allow_null=True)
    is_judged = serializers.BooleanField(help_text="Whether it is the reply that criteria are about.")


class LabelShape(serializers.Serializer):
    """The caller's label on one criterion; version 0 is nothing said yet."""

    value = serializers.ChoiceField(choices=VALUES, allow_null=True)
    note = serializers.CharField(allow_blank=True)
    flagged = serializers.BooleanField()
    version = serializers.IntegerField()


class CriterionShape(serializers.Serializer):
    criterion = serializers.CharField()
    criterion_version = serializers.IntegerField(help_text="Names the words read; send it back with a label.")
    text = serializers.CharField()
    dimension = serializers.CharField()
    standing = serializers.CharField(
        help_text="stands, confirm or reopened, after a change of the criterion."
    )
    former_text = serializers.CharField(
        allow_blank=True, help_text="The words my label was about, where they have changed since."
    )
    label = LabelShape()


class ToConfirmShape(serializers.Serializer):
    """A label that waits for its rater's word: does it hold for the new text? To confirm, send it again."""

    item = serializers.IntegerField()
    criterion = serializers.CharField()
    criterion_version = serializers.IntegerField(help_text="Names the new words.")
    text = serializers.CharField()
    former_text = serializers.CharField()
    label = LabelShape()


class WholeLabelShape(serializers.Serializer):
    """The caller's label of a long conversation; version 0 is nothing said yet."""

    value = serializers.CharField(allow_null=True)
    evidence_turns = serializers.ListField(child=serializers.IntegerField())
    note = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField()


class ItemShape(serializers.Serializer):
    """An item with its conversation. `criteria` are empty, and `label` is null, where the other is used."""

    item = serializers.IntegerField()
    content_note = ContentNoteShape()
    turns = TurnShape(many=True)
    criteria = CriterionShape(many=True)
    label = WholeLabelShape(allow_null=True)


class LabelFieldsShape(serializers.Serializer):
    """What is to change; a field left out stays as it is, and null takes the answer back."""

    value = serializers.ChoiceField(choices=VALUES, allow_null=True, required=False)
    note = serializers.CharField(allow_blank=True, required=False, max_length=MAX_NOTE)
    flagged = serializers.BooleanField(required=False)


class WholeFieldsShape(serializers.Serializer):
    """The same of a long conversation; `value` is one of the round's labels."""

    value = serializers.CharField(allow_null=True, required=False)
    evidence_turns = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)
    note = serializers.CharField(allow_blank=True, required=False, max_length=MAX_NOTE)


class ChangeShape(serializers.Serializer):
    """One change. Sending it again with the same `uuid` is harmless and answered the same."""

    uuid = serializers.UUIDField(help_text="Made by the client, one for each change.")
    version = serializers.IntegerField(min_value=0, help_text="Of the label the change is made on.")
    client_at = serializers.DateTimeField(required=False, help_text="The client's clock, for the record.")
    active_ms = serializers.IntegerField(required=False, help_text="Active time that led to the change.")


class LabelChangeShape(ChangeShape):
    criterion = serializers.CharField()
    criterion_version = serializers.IntegerField(required=False, min_value=1)
    change = LabelFieldsShape()


class WholeChangeShape(ChangeShape):
    change = WholeFieldsShape()


class SavedShape(serializers.Serializer):
    """Said only when the change is stored. `is_repeat`: it had been stored before."""

    saved = serializers.BooleanField()
    uuid = serializers.UUIDField()
    is_repeat = serializers.BooleanField()
    at = serializers.DateTimeField()


class LabelSavedShape(SavedShape):
    label = LabelShape()


class WholeSavedShape(SavedShape):
    label = WholeLabelShape()


class RefusalShape(serializers.Serializer):
    """Nothing was changed. A conflict (409) adds `current` and `asked`."""

    saved = serializers.BooleanField()
    code = serializers.CharField()
    sentence = serializers.CharField()
    current = serializers.JSONField(required=False)
    asked = serializers.JSONField(required=False)


class LeftOutItemShape(serializers.Serializer):
    """An item that the caller left out of an open round."""

    round = serializers.CharField(source="round.name")
    item = serializers.IntegerField(source="item_id")
    place = serializers.IntegerField(source="order", help_text="In the caller's own order.")


class TopicShape(serializers.Serializer):
    topic = serializers.CharField()
    left_out = serializers.BooleanField()


class TopicChangeShape(serializers.Serializer):
    """Sending it again is harmless: it names what shall be, and no change."""

    topic = serializers.ChoiceField(choices=SUBCATEGORIES)
    left_out = serializers.BooleanField()


class TopicChangedShape(TopicShape):
    items_left_out = serializers.IntegerField(help_text="Unfinished items that went with it just now.")


class ReadingShape(serializers.Serializer):
    """Active reading time that came with no label."""

    uuid = serializers.UUIDField()
    active_ms = serializers.IntegerField()


class ExposureShape(serializers.Serializer):
    minutes = serializers.IntegerField()
    heavy_items = serializers.IntegerField(source="n_heavy")


class OwnExposureShape(serializers.Serializer):
    """The caller's own reading, in their own time zone; nobody else can ask for it."""

    today = ExposureShape()
    this_week = ExposureShape()
