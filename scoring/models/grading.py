"""Judgments by a frozen panel and the cells computed from them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models import AppendOnly, CriterionVersion, EvaluatedModel, Response
from annotation.models.constraints import one_of
from calibration.models import FrozenPanel


class Judgment(AppendOnly):
    """The votes of a frozen panel's judges on one criterion of one response.

    `votes` has one character a seat, in the panel's order: 1 met, 0 not met, - no vote. The verdict and the
    counts follow from it by the rules and are not stored. `reply` is that of the response which was judged:
    on an earlier one, which failed, it is kept and counts no more. One row for three votes: 256,125 rows,
    not 768,375.
    """

    # Without indexes of their own: every question begins with the panel, as the index of `judgment_once`
    # does, and each further index costs half a second of the import of a whole grading.
    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, related_name="judgments", db_index=False)
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="judgments", db_index=False)
    criterion_version = models.ForeignKey(
        CriterionVersion, on_delete=models.PROTECT, related_name="judgments", db_index=False
    )
    reply = models.PositiveSmallIntegerField(default=1)
    votes = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["panel", "response", "criterion_version", "reply"], name="judgment_once"
            ),
            models.CheckConstraint(condition=Q(votes__regex=r"^[01-]+$"), name="judgment_votes_known"),
        ]


class Cell(models.Model):
    """The score of one response by one panel. Recomputed from judgments by one command, never edited.

    `score` is NULL without any verdict, and only then: an empty response has one on every criterion, not
    met. `dimensions` maps a dimension to [weight met, weight with a verdict].
    """

    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, related_name="cells")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="cells")
    weight_met = models.PositiveIntegerField()
    weight_voted = models.PositiveIntegerField()
    score = models.FloatField(null=True)
    judges = models.PositiveSmallIntegerField()
    included = models.BooleanField()
    empty_response = models.BooleanField()
    dimensions = models.JSONField(default=dict)
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["panel", "response"], name="cell_once"),
            models.CheckConstraint(
                condition=Q(score__isnull=True) | Q(score__gte=0, score__lte=1), name="cell_score_in_range"
            ),
            models.CheckConstraint(
                condition=Q(weight_met__lte=models.F("weight_voted")), name="cell_met_of_voted"
            ),
            models.CheckConstraint(
                condition=Q(score__isnull=True, weight_voted=0) | Q(score__isnull=False, weight_voted__gt=0),
                name="cell_score_with_verdict",
            ),
        ]


class GradingRun(models.Model):
    """One grading of models by a frozen panel."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"
        STOPPED = "stopped", "Stopped"

    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, related_name="grading_runs")
    evaluated_models = models.ManyToManyField(EvaluatedModel, related_name="grading_runs")
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
            one_of("state", ("queued", "running", "done", "failed", "stopped"), "grading_run_state_known")
        ]
