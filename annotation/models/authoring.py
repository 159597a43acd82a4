"""Rubrics and reference responses: append-only revisions, drafts beside them, reviews and comments."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation import vocabulary
from annotation.models.append_only import AppendOnly
from annotation.models.constraints import between, one_of
from annotation.models.corpus import Task, words


class Origin(models.TextChoices):
    LLM_DRAFT = "llm_draft", "LLM draft"
    HUMAN = "human", "Written by a person"
    IMPORT = "import", "Imported"
    RESTORE = "restore", "Restored"


class EditClass(models.TextChoices):
    """What a change means for labels that exist (design: rules about people's work)."""

    FIRST = "first", "First version"
    TYPO = "typo", "Typo"
    WORDING = "wording", "Wording"
    MEANING = "meaning", "Meaning"
    POLARITY = "polarity", "Polarity"
    SPLIT = "split", "Split"
    MERGE = "merge", "Merge"
    WEIGHT = "weight", "Weight"
    DIMENSION = "dimension", "Dimension"
    ORDER = "order", "Order"


class Revision(AppendOnly):
    """What rubric and reference revisions share."""

    number = models.PositiveIntegerField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    origin = models.CharField(max_length=16, choices=Origin.choices)
    reason = models.TextField(blank=True)
    edit_class = models.CharField(max_length=16, choices=EditClass.choices)
    drafting = models.JSONField(
        default=dict, blank=True, help_text="Model, prompt version and parameters of a draft."
    )
    content_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class RubricRevision(Revision):
    """The whole rubric of a task at one moment; its criteria are CriterionVersion rows."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="rubric_revisions")
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="children"
    )

    class Meta:
        ordering = ["task_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="rubric_revision_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rubric_revision_from_one"),
            models.CheckConstraint(condition=~Q(parent=F("id")), name="rubric_revision_not_own_parent"),
            one_of("origin", Origin, "rubric_revision_origin_known"),
            one_of("edit_class", EditClass, "rubric_revision_class_known"),
        ]

    def __str__(self) -> str:
        return f"rubric {self.task_id} revision {self.number}"


class ReferenceRevision(Revision):
    """The clinician's ideal final response to a task at one moment."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="reference_revisions")
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="children"
    )
    text = models.TextField()

    class Meta:
        ordering = ["task_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="reference_revision_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="reference_revision_from_one"),
            one_of("origin", Origin, "reference_revision_origin_known"),
            one_of("edit_class", EditClass, "reference_revision_class_known"),
        ]


class Criterion(models.Model):
    """The stable identity of a criterion (RUBRIC_N_ID) across revisions."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="criteria")
    criterion_id = models.CharField(max_length=200)

    class Meta:
        ordering = ["task_id", "criterion_id"]
        constraints = [
            models.UniqueConstraint(fields=["task", "criterion_id"], name="criterion_once"),
            models.CheckConstraint(condition=~Q(criterion_id=""), name="criterion_id_not_blank"),
        ]
        verbose_name_plural = "criteria"

    def __str__(self) -> str:
        return self.criterion_id


class CriterionVersion(AppendOnly):
    """Text, weight, dimension and position of a criterion in one revision."""

    revision = models.ForeignKey(RubricRevision, on_delete=models.PROTECT, related_name="criterion_versions")
    criterion = models.ForeignKey(Criterion, on_delete=models.PROTECT, related_name="versions")
    text = models.TextField()
    weight = models.PositiveSmallIntegerField()
    dimension = models.CharField(max_length=64, choices=words(vocabulary.DIMENSIONS))
    position = models.PositiveSmallIntegerField()
    edit_class = models.CharField(max_length=16, choices=EditClass.choices, default=EditClass.FIRST)

    class Meta:
        ordering = ["revision_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "criterion"], name="criterion_version_once"),
            models.UniqueConstraint(fields=["revision", "position"], name="criterion_position_once"),
            between("weight", vocabulary.MIN_WEIGHT, vocabulary.MAX_WEIGHT, "criterion_weight_in_range"),
            between("position", 1, vocabulary.MAX_CRITERIA, "criterion_position_in_range"),
            one_of("dimension", vocabulary.DIMENSIONS, "criterion_dimension_known"),
            one_of("edit_class", EditClass, "criterion_version_class_known"),
            models.CheckConstraint(condition=~Q(text=""), name="criterion_text_not_blank"),
        ]


class Draft(models.Model):
    """Autosaved work in progress, one per author and task; never part of the history."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="drafts")
    base = models.ForeignKey(
        RubricRevision, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    content = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "author"], name="draft_once")]


class Verdict(models.TextChoices):
    APPROVE = "approve", "Approve"
    REQUEST_CHANGES = "request_changes", "Request changes"


class Review(AppendOnly):
    """A second author's word on a rubric revision."""

    revision = models.ForeignKey(RubricRevision, on_delete=models.PROTECT, related_name="reviews")
    reviewer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reviews")
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    text = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [one_of("verdict", Verdict, "review_verdict_known")]


class Comment(AppendOnly):
    """One remark in a thread on a task or on one of its criteria."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="comments")
    criterion = models.ForeignKey(
        Criterion, on_delete=models.PROTECT, null=True, blank=True, related_name="comments"
    )
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replies"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="comments")
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "id"]
