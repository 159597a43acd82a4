"""A round of labelling: what is in it, who labels, and in which order each of them meets the items."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation import vocabulary
from annotation.models.append_only import AppendOnly
from annotation.models.authoring import RubricRevision
from annotation.models.constraints import between, one_of
from annotation.models.corpus import Response
from annotation.models.long_horizon import Transcript


def high_severity_stages() -> list[str]:
    return ["Planning", "Action", "Post Action"]


def violation_labels() -> list[str]:
    return list(vocabulary.VIOLATION_LABELS)


class RoundState(models.TextChoices):
    DRAFT = "draft", "Draft"
    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"
    WITHDRAWN = "withdrawn", "Withdrawn"


class RoundKind(models.TextChoices):
    RESPONSES = "responses", "Responses"
    TRANSCRIPTS = "transcripts", "Long conversations"


class RoundPurpose(models.TextChoices):
    LABELLING = "labelling", "Labelling"
    CALIBRATION = "calibration", "Calibration"
    POST_DISCUSSION = "post_discussion", "After discussion"


class Round(models.Model):
    """A set of items labelled by three named raters, blind to each other until it is closed.

    A draft that is withdrawn was never open to anybody; it stays as a row, under a name of its own.
    """

    name = models.CharField(max_length=100, unique=True)
    title = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=16, choices=RoundKind.choices, default=RoundKind.RESPONSES)
    purpose = models.CharField(max_length=16, choices=RoundPurpose.choices, default=RoundPurpose.LABELLING)
    state = models.CharField(max_length=16, choices=RoundState.choices, default=RoundState.DRAFT)
    predecessor = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="successors"
    )
    seed = models.PositiveBigIntegerField(default=20260714)
    sitting_size = models.PositiveSmallIntegerField(
        default=20, help_text="Items a rater meets in one sitting."
    )
    high_severity_stages = models.JSONField(default=high_severity_stages)
    high_severity_explicit_only = models.BooleanField(default=True)
    vocabulary = models.JSONField(
        default=violation_labels, help_text="Labels offered for long conversations."
    )
    retest_share = models.DecimalField(max_digits=4, decimal_places=3, default=0)
    retest_min_days = models.PositiveSmallIntegerField(default=7)
    pause_after_minutes = models.PositiveSmallIntegerField(default=45)
    pause_after_high_severity = models.PositiveSmallIntegerField(default=8)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="round_name_not_blank"),
            one_of("state", RoundState, "round_state_known"),
            one_of("kind", RoundKind, "round_kind_known"),
            one_of("purpose", RoundPurpose, "round_purpose_known"),
            models.CheckConstraint(
                condition=~Q(state="closed") | Q(closed_at__isnull=False), name="round_closed_has_time"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["open", "closed"]) | Q(opened_at__isnull=False),
                name="round_opened_has_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_draft(self) -> bool:
        return self.state == RoundState.DRAFT

    @property
    def is_final(self) -> bool:
        """Whether it never changes again: it is closed, or was withdrawn while nobody had seen it."""
        return self.state in (RoundState.CLOSED, RoundState.WITHDRAWN)

    @property
    def is_open(self) -> bool:
        return self.state == RoundState.OPEN

    @property
    def is_closed(self) -> bool:
        return self.state == RoundState.CLOSED


class Guidelines(AppendOnly):
    """One version of the labelling guidelines of a round, in Markdown."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="guidelines")
    number = models.PositiveIntegerField()
    text = models.TextField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["round_id", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="guidelines_number_once")]
        verbose_name_plural = "guidelines"


class RaterSlot(models.Model):
    """Rater 1, 2 or 3 of a round: the order of the published rater columns."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="slots")
    position = models.PositiveSmallIntegerField()
    rater = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="slots")

    class Meta:
        ordering = ["round_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="slot_position_once"),
            models.UniqueConstraint(fields=["round", "rater"], name="slot_rater_once"),
            between("position", 1, 3, "slot_position_in_range"),
        ]


class RoundItemQuerySet(models.QuerySet):
    """Items by what they show, and whether they show it for the first time."""

    def firsts(self) -> Self:
        """Without the repeats of the retest: what agreement, statistics and exports count."""
        return self.filter(is_first())

    def of_responses(self) -> Self:
        return self.filter(response__isnull=False)

    def of_transcripts(self) -> Self:
        return self.filter(transcript__isnull=False)


def is_first(path: str = "") -> Q:
    """The condition of `firsts` for the items that `path` leads to, as in "item"."""
    return Q(**{f"{path}__repeat_of" if path else "repeat_of": None})


class RoundItem(models.Model):
    """A response in a round with the rubric revision its labels are about, or a transcript in a round.

    A repeat (`repeat_of`) shows an item to one rater again for the intra-rater retest; agreement never
    counts it.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="items")
    response = models.ForeignKey(
        Response, on_delete=models.PROTECT, null=True, blank=True, related_name="round_items"
    )
    rubric_revision = models.ForeignKey(
        RubricRevision, on_delete=models.PROTECT, null=True, blank=True, related_name="round_items"
    )
    transcript = models.ForeignKey(
        Transcript, on_delete=models.PROTECT, null=True, blank=True, related_name="round_items"
    )
    position = models.PositiveIntegerField()
    repeat_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="repeats"
    )
    repeat_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = RoundItemQuerySet.as_manager()

    class Meta:
        ordering = ["round_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "response"], condition=Q(repeat_of__isnull=True), name="round_response_once"
            ),
            models.UniqueConstraint(
                fields=["round", "transcript"],
                condition=Q(repeat_of__isnull=True),
                name="round_transcript_once",
            ),
            models.UniqueConstraint(fields=["round", "position"], name="round_item_position_once"),
            models.UniqueConstraint(fields=["repeat_of", "repeat_for"], name="repeat_once_per_rater"),
            models.CheckConstraint(
                condition=Q(response__isnull=False, rubric_revision__isnull=False, transcript__isnull=True)
                | Q(response__isnull=True, rubric_revision__isnull=True, transcript__isnull=False),
                name="round_item_response_or_transcript",
            ),
            models.CheckConstraint(
                condition=Q(repeat_of__isnull=True, repeat_for__isnull=True)
                | Q(repeat_of__isnull=False, repeat_for__isnull=False),
                name="round_item_repeat_has_rater",
            ),
        ]

    @property
    def is_repeat(self) -> bool:
        """Whether it shows a rater for the second time what they have labelled before."""
        return self.repeat_of_id is not None


class AssignmentState(models.TextChoices):
    ACTIVE = "active", "Assigned"
    OPTED_OUT = "opted_out", "Opted out"
    WITHDRAWN = "withdrawn", "Withdrawn"


class AssignmentQuerySet(models.QuerySet):
    """Assignments by whether their rater still has them."""

    def active(self) -> Self:
        """Without items that were left out or withdrawn."""
        return self.filter(state=AssignmentState.ACTIVE)

    def of_firsts(self) -> Self:
        """Without the repeats of the retest."""
        return self.filter(is_first("item"))


class Assignment(models.Model):
    """One item for one rater, with its place in that rater's own order; decided when the round opens.

    A hole that an admin gave to somebody else has a second assignment, `in_place_of` the rater of the slot.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="assignments")
    item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="assignments")
    rater = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="assignments")
    in_place_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    order = models.PositiveIntegerField()
    sitting = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=16, choices=AssignmentState.choices, default=AssignmentState.ACTIVE)
    revealed_at = models.DateTimeField(null=True, blank=True)
    skipped_at = models.DateTimeField(null=True, blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["round_id", "rater_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["item", "rater"], name="assignment_once"),
            models.UniqueConstraint(fields=["round", "rater", "order"], name="assignment_order_once"),
            one_of("state", AssignmentState, "assignment_state_known"),
            models.CheckConstraint(
                condition=Q(in_place_of__isnull=True) | ~Q(in_place_of=F("rater")),
                name="assignment_in_place_of_another",
            ),
        ]
