"""What is judged: tasks, their prompts, the evaluated models and their responses."""

from typing import Self

from django.db import models
from django.db.models import Q

from annotation import vocabulary
from annotation.models.append_only import AppendOnly
from annotation.models.constraints import between, one_of
from annotation.verdicts.emptiness import is_empty_response
from annotation.visible import is_blank


def words(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value) for value in values]


class Split(models.TextChoices):
    UNASSIGNED = "unassigned", "Unassigned"
    PUBLIC = "public", "Public"
    PRIVATE = "private", "Private holdout"


class TaskState(models.TextChoices):
    DRAFT = "draft", "Draft"
    IN_REVIEW = "in_review", "In review"
    APPROVED = "approved", "Approved"
    RETIRED = "retired", "Retired"


class Task(models.Model):
    """A conversation of 1 to 5 user turns, with the metadata that strata and slices use."""

    uid = models.CharField("unique id", max_length=200, unique=True)
    turns = models.CharField(max_length=16, choices=words(vocabulary.TURNS))
    age = models.CharField(max_length=8, choices=words(vocabulary.AGES))
    prompt_intent = models.CharField(max_length=16, choices=words(vocabulary.INTENTS))
    explicit_type = models.CharField(max_length=16, choices=words(vocabulary.EXPLICITNESS))
    progression_stage = models.CharField(max_length=16, choices=words(vocabulary.STAGES))
    sub_category = models.CharField(max_length=64, choices=words(vocabulary.SUBCATEGORIES))
    split = models.CharField(max_length=16, choices=Split.choices, default=Split.UNASSIGNED)
    state = models.CharField(max_length=16, choices=TaskState.choices, default=TaskState.DRAFT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["uid"]
        constraints = [
            models.CheckConstraint(condition=~Q(uid=""), name="task_uid_not_blank"),
            one_of("turns", vocabulary.TURNS, "task_turns_known"),
            one_of("age", vocabulary.AGES, "task_age_known"),
            one_of("prompt_intent", vocabulary.INTENTS, "task_intent_known"),
            one_of("explicit_type", vocabulary.EXPLICITNESS, "task_explicit_known"),
            one_of("progression_stage", vocabulary.STAGES, "task_stage_known"),
            one_of("sub_category", vocabulary.SUBCATEGORIES, "task_subcategory_known"),
            one_of("split", Split, "task_split_known"),
            one_of("state", TaskState, "task_state_known"),
        ]
        indexes = [models.Index(fields=["split"], name="task_split")]

    def __str__(self) -> str:
        return self.uid


class Prompt(models.Model):
    """One user turn of a task."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="prompts")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["task_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["task", "position"], name="prompt_position_once"),
            between("position", 1, vocabulary.MAX_PROMPTS, "prompt_position_in_range"),
            models.CheckConstraint(condition=~Q(text=""), name="prompt_not_blank"),
        ]


class EvaluatedModel(models.Model):
    """A language model whose responses are judged."""

    model_id = models.CharField(max_length=200, unique=True)
    provider = models.CharField(
        max_length=200, blank=True, help_text="The provider string of the LLM client."
    )
    family = models.CharField(max_length=100, blank=True)
    decoding = models.JSONField(default=dict, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["model_id"]
        constraints = [models.CheckConstraint(condition=~Q(model_id=""), name="model_id_not_blank")]

    def __str__(self) -> str:
        return self.model_id


RESPONSE_TEXTS = ("assistant_turns", "final_turn")  # the long columns of a response, to defer in lists


def response_texts(path: str) -> list[str]:
    """The same of the response that `path` leads to, as in "item__response"."""
    return [f"{path}__{name}" for name in RESPONSE_TEXTS]


class ResponseStatus(models.TextChoices):
    OK = "ok", "Complete"
    EMPTY = "empty", "Empty"
    REFUSAL = "refusal", "Refusal"
    TRUNCATED = "truncated", "Truncated"
    ERROR = "error", "Error"


class ResponseQuerySet(models.QuerySet):
    """Responses by whether their text is known; an empty reply is known."""

    def with_text(self) -> Self:
        return self.filter(final_turn__isnull=False)

    def without_text(self) -> Self:
        return self.filter(final_turn__isnull=True)


class Response(models.Model):
    """One attempt of a model at a task, stored and hashed as received.

    `reply` numbers what was received: 2 where a first reply had failed and the attempt was collected again.

    `final_turn` is NULL when the text is unknown (judgments imported without it), "" when the reply was
    empty. `assistant_turns` is NULL when only the final turn is known. `sha256` is of the final turn,
    "" when unknown.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="responses")
    model = models.ForeignKey(EvaluatedModel, on_delete=models.PROTECT, related_name="responses")
    attempt = models.PositiveSmallIntegerField()
    reply = models.PositiveSmallIntegerField(default=1)
    assistant_turns = models.JSONField(null=True, blank=True)
    final_turn = models.TextField(null=True, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    status = models.CharField(max_length=16, choices=ResponseStatus.choices, default=ResponseStatus.OK)
    decoding = models.JSONField(default=dict, blank=True)
    finish_reason = models.CharField(max_length=64, null=True, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost_usd = models.DecimalField(max_digits=14, decimal_places=8, null=True, blank=True)
    collected_at = models.CharField(
        max_length=40, null=True, blank=True, help_text="ISO 8601, kept as received."
    )

    said_empty = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A table of judgments says of this reply of status error that it was empty.",
    )

    objects = ResponseQuerySet.as_manager()

    class Meta:
        ordering = ["task__uid", "model__model_id", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["task", "model", "attempt"], name="response_once"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="response_attempt_from_one"),
            one_of("status", ResponseStatus, "response_status_known"),
            models.CheckConstraint(
                condition=Q(final_turn__isnull=True, sha256="")
                | (Q(final_turn__isnull=False) & ~Q(sha256="")),
                name="response_hash_with_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.model_id}/{self.attempt}"

    @property
    def sort_key(self) -> tuple[str, str, int]:
        """Orders by code point, on every database: what is drawn and numbered follows from a seed alone."""
        return self.task.uid, self.model.model_id, self.attempt

    @property
    def has_text(self) -> bool:
        """Whether the text is known, which the hash tells without reading it."""
        return self.sha256 != ""

    @property
    def is_empty(self) -> bool:
        """Whether the final turn shows nothing, or the status says so where the text is unknown.

        An error without text was never received and is not empty, unless a table of judgments said so.
        """
        if self.final_turn is None:
            return self.status == ResponseStatus.EMPTY
        return is_empty_response(self.final_turn, self.status) or (
            self.said_empty and is_blank(self.final_turn)
        )


class EarlierReply(AppendOnly):
    """What a response was before it was collected again: a status without any text."""

    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="earlier_replies")
    reply = models.PositiveSmallIntegerField()
    assistant_turns = models.JSONField(null=True, blank=True)
    final_turn = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=ResponseStatus.choices)
    finish_reason = models.CharField(max_length=64, null=True, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost_usd = models.DecimalField(max_digits=14, decimal_places=8, null=True, blank=True)
    collected_at = models.CharField(max_length=40, null=True, blank=True)
    followed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["response", "reply"]
        constraints = [
            models.UniqueConstraint(fields=["response", "reply"], name="earlier_reply_once"),
            one_of("status", ResponseStatus, "earlier_reply_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.response_id}/{self.reply}"
