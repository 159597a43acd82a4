"""Candidate LLM judges, the prompts they are asked with, and their votes - never among clinicians' labels."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from annotation import vocabulary
from annotation.models import AppendOnly, CriterionVersion, Response
from annotation.models.append_only import AppendOnlyQuerySet
from annotation.models.constraints import one_of

# What a vote is about: one outcome that is not passing for each of these, whatever failed before it.
ASKED_ABOUT = ("judge", "prompt", "response", "response_sha256", "criterion_version", "repetition")
TEXT_UNKNOWN = ""  # the hash of no text, which differs from the hash of an empty one


class Judge(models.Model):
    """A candidate judge: one provider model with its decoding parameters and price."""

    judge_id = models.CharField(max_length=200, unique=True)
    provider = models.CharField(
        max_length=200, blank=True, help_text="The provider string of the LLM client."
    )
    family = models.CharField(max_length=100, blank=True)
    decoding = models.JSONField(default=dict, blank=True)
    price_in = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="USD per million prompt tokens."
    )
    price_out = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="USD per million completion tokens."
    )
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["judge_id"]
        constraints = [models.CheckConstraint(condition=~Q(judge_id=""), name="judge_id_not_blank")]

    def __str__(self) -> str:
        return self.judge_id


class JudgePrompt(models.Model):
    """A version of the judging prompt. Once a vote used it, it is frozen."""

    version = models.CharField(max_length=64, unique=True)
    text = models.TextField(blank=True, help_text="Empty where votes came with the version alone.")
    sha256 = models.CharField(max_length=64, null=True, help_text="Of the text; NULL where it is not known.")
    frozen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return self.version


class JudgeRun(models.Model):
    """One asking of judges over a round or by a panel: the plan; its votes are the progress."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        STOPPED = "stopped", "Stopped"

    judges = models.ManyToManyField(Judge, related_name="runs")
    prompt = models.ForeignKey(JudgePrompt, on_delete=models.PROTECT, related_name="runs")
    round = models.ForeignKey(
        "annotation.Round", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    max_cost_usd = models.DecimalField(max_digits=12, decimal_places=4, null=True, blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            one_of("state", ("queued", "running", "done", "failed", "stopped"), "judge_run_state_known")
        ]


class VoteQuerySet(AppendOnlyQuerySet):
    """Votes by the text they were given on, and by what came after them."""

    def on_present_texts(self) -> "VoteQuerySet":
        """Votes on their response's text as it is now, and those that came before any text was known."""
        return self.filter(Q(response_sha256=F("response__sha256")) | Q(response_sha256=TEXT_UNKNOWN))

    def asked_again(self) -> "VoteQuerySet":
        """Failures of a passing kind that something followed: kept, and counting no more."""
        same = {name: OuterRef(name) for name in ASKED_ABOUT}
        later = JudgeVote.objects.filter(**same, pk__gt=OuterRef("pk"))
        return self.filter(Exists(later), no_vote_reason__in=vocabulary.PASSING_REASONS)

    def that_followed(self, moment: datetime) -> "VoteQuerySet":
        """Those that came at `moment` or later, in place of a failure from before it."""
        same = {name: OuterRef(name) for name in ASKED_ABOUT}
        before = JudgeVote.objects.filter(
            **same, created_at__lt=moment, no_vote_reason__in=vocabulary.PASSING_REASONS
        )
        return self.filter(Exists(before), created_at__gte=moment)


class JudgeVote(AppendOnly):
    """A judge's word on one criterion of one response. `met` is NULL for no vote, never for "not met".

    A vote never changes. Where there was none for a passing reason (PASSING_REASONS), what a later asking
    brought is appended: of rows that are ASKED_ABOUT the same, the last counts.
    `response_sha256` is that of the text when the vote came, "" when only the response was known.
    """

    objects = VoteQuerySet.as_manager()

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="votes")
    prompt = models.ForeignKey(JudgePrompt, on_delete=models.PROTECT, related_name="votes")
    run = models.ForeignKey(JudgeRun, on_delete=models.PROTECT, null=True, blank=True, related_name="votes")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="judge_votes")
    response_sha256 = models.CharField(max_length=64, blank=True)
    criterion_version = models.ForeignKey(
        CriterionVersion, on_delete=models.PROTECT, related_name="judge_votes"
    )
    repetition = models.PositiveSmallIntegerField(default=1)
    met = models.BooleanField(null=True)
    no_vote_reason = models.CharField(max_length=16, null=True, blank=True)
    reason = models.TextField(null=True, blank=True)
    raw_reply = models.TextField(null=True, blank=True)
    decoding_requested = models.JSONField(default=dict, blank=True)
    decoding_sent = models.JSONField(default=dict, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost_usd = models.DecimalField(max_digits=14, decimal_places=8, null=True, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=ASKED_ABOUT,
                condition=Q(no_vote_reason__isnull=True) | ~Q(no_vote_reason__in=vocabulary.PASSING_REASONS),
                name="judge_vote_once",
            ),
            models.CheckConstraint(
                condition=Q(no_vote_reason__isnull=True) | Q(no_vote_reason__in=vocabulary.NO_VOTE_REASONS),
                name="judge_vote_reason_known",
            ),
            models.CheckConstraint(
                condition=Q(met__isnull=True) | Q(no_vote_reason__isnull=True), name="judge_vote_or_reason"
            ),
            models.CheckConstraint(condition=Q(repetition__gte=1), name="judge_vote_repetition_from_one"),
        ]
