"""What raters said: one label per item, criterion and rater, and the append-only events behind it."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.append_only import AppendOnly
from annotation.models.authoring import Criterion, CriterionVersion
from annotation.models.constraints import one_of, one_of_or_null
from annotation.models.rounds import RoundItem, is_first


class LabelValue(models.TextChoices):
    MET = "met", "Met"
    NOT_MET = "not_met", "Not met"
    CANNOT_JUDGE = "cannot_judge", "Cannot judge"


class LabelStanding(models.TextChoices):
    """Whether a label still holds after its criterion changed."""

    STANDS = "stands", "Stands"
    CONFIRM = "confirm", "To confirm"
    REOPENED = "reopened", "Reopened"


class EventSource(models.TextChoices):
    PAGE = "page", "Labelling page"
    API = "api", "API"
    IMPORT = "import", "Import"
    CARRY = "carry", "Carried from an earlier round"
    RUBRIC = "rubric", "Rubric change"


class ItemLabelQuerySet(models.QuerySet):
    """What labels of criteria and labels of long conversations have in common."""

    def of_firsts(self) -> Self:
        """Without labels of the retest: what agreement, statistics and exports count."""
        return self.filter(is_first("item"))

    def given(self) -> Self:
        """With a value, whether or not it still stands; without it there is only a note or a flag."""
        return self.filter(value__isnull=False)


class LabelQuerySet(ItemLabelQuerySet):
    """Labels of criteria by whether they count."""

    def answered(self) -> Self:
        """With a value that stands: one that waits for confirmation after a rubric change is no answer."""
        return self.given().filter(standing=LabelStanding.STANDS)

    def to_confirm(self) -> Self:
        """With a value about words that have changed since."""
        return self.given().filter(standing=LabelStanding.CONFIRM)


class Label(models.Model):
    """A rater's present answer on one criterion of one item.

    `value` is NULL while the rater has not answered (a note or a flag may come first). `version` counts the
    saves: a save that names another version than the present one loses and is answered 409.
    """

    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="labels")
    criterion = models.ForeignKey(Criterion, on_delete=models.PROTECT, related_name="labels")
    criterion_version = models.ForeignKey(CriterionVersion, on_delete=models.PROTECT, related_name="labels")
    rater = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="labels")
    value = models.CharField(max_length=16, choices=LabelValue.choices, null=True, blank=True)
    note = models.TextField(blank=True)
    flagged = models.BooleanField(default=False)
    standing = models.CharField(max_length=16, choices=LabelStanding.choices, default=LabelStanding.STANDS)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)

    objects = LabelQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "criterion", "rater"], name="label_once"),
            one_of_or_null("value", LabelValue, "label_value_known"),
            one_of("standing", LabelStanding, "label_standing_known"),
        ]
        indexes = [models.Index(fields=["rater", "item"], name="label_rater_item")]


class LabelEvent(AppendOnly):
    """One change of a label as it was asked for. The client's UUID makes a repeated request harmless."""

    uuid = models.UUIDField(unique=True)
    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="label_events")
    criterion = models.ForeignKey(Criterion, on_delete=models.PROTECT, related_name="label_events")
    criterion_version = models.ForeignKey(
        CriterionVersion, on_delete=models.PROTECT, related_name="label_events"
    )
    rater = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="label_events")
    old_value = models.CharField(max_length=16, null=True)
    new_value = models.CharField(max_length=16, null=True)
    old_note = models.TextField(blank=True)
    new_note = models.TextField(blank=True)
    old_flagged = models.BooleanField(default=False)
    new_flagged = models.BooleanField(default=False)
    version = models.PositiveIntegerField(help_text="The label's version after this event.")
    source = models.CharField(max_length=16, choices=EventSource.choices)
    active_ms = models.PositiveIntegerField(default=0)
    client_at = models.DateTimeField(null=True, blank=True, help_text="The clock of the rater's computer.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            one_of("source", EventSource, "label_event_source_known"),
            one_of_or_null("old_value", LabelValue, "label_event_old_value_known"),
            one_of_or_null("new_value", LabelValue, "label_event_new_value_known"),
        ]
        indexes = [models.Index(fields=["rater", "at"], name="label_event_rater_at")]


class TranscriptLabel(models.Model):
    """A rater's present answer on one long conversation; `value` is a word of the round's vocabulary."""

    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="transcript_labels")
    rater = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="transcript_labels"
    )
    value = models.CharField(max_length=64, null=True, blank=True)
    evidence_turns = models.JSONField(default=list, blank=True)
    note = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ItemLabelQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "rater"], name="transcript_label_once"),
            models.CheckConstraint(condition=~Q(value=""), name="transcript_label_null_not_blank"),
        ]


class TranscriptLabelEvent(AppendOnly):
    """One change of a transcript label."""

    uuid = models.UUIDField(unique=True)
    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="transcript_label_events")
    rater = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="transcript_label_events"
    )
    old = models.JSONField(default=dict)
    new = models.JSONField(default=dict)
    version = models.PositiveIntegerField()
    source = models.CharField(max_length=16, choices=EventSource.choices)
    active_ms = models.PositiveIntegerField(default=0)
    client_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [one_of("source", EventSource, "transcript_event_source_known")]


class ReadingTime(AppendOnly):
    """Active time a rater spent with an item, for the exposure meter that only the rater sees."""

    uuid = models.UUIDField(unique=True)
    rater = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reading_times"
    )
    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="reading_times")
    active_ms = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["rater", "at"], name="reading_rater_at")]


class TopicOptOutQuerySet(models.QuerySet):
    """Topics left out, by whether they still are."""

    def present(self) -> Self:
        return self.filter(ended_at=None)


class TopicOptOut(models.Model):
    """A subcategory a rater does not want to read, without a reason; seen by that rater alone."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="topic_opt_outs"
    )
    sub_category = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = TopicOptOutQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "sub_category"],
                condition=Q(ended_at__isnull=True),
                name="topic_opt_out_once",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("created_at")),
                name="topic_opt_out_order",
            ),
        ]
