"""Rankings of all panels against the clinicians, and the panels that were frozen."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from annotation.models import AppendOnly, Round
from annotation.models.constraints import one_of
from calibration.models.judges import Judge, JudgePrompt


class PanelRanking(models.Model):
    """One ranking with its parameters, the hashes of its inputs and what it found."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="rankings")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    parameters = models.JSONField(
        default=dict, help_text="Size, metric, judges, draws, seed, rule: fixed beforehand."
    )
    inputs = models.JSONField(
        default=dict, help_text="SHA-256 of labels, votes, rubric revisions, prompt, draws."
    )
    result = models.JSONField(default=dict, help_text="Everything but the panels themselves, which are rows.")
    progress = models.PositiveSmallIntegerField(default=0, help_text="Per cent done.")
    error = models.TextField(blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when its worker counts as alive."
    )
    claim = models.UUIDField(null=True, blank=True, help_text="Which worker has it; each takes a new one.")

    class Meta:
        ordering = ["-created_at"]
        constraints = [one_of("state", ("queued", "running", "done", "failed"), "panel_ranking_state_known")]


class PanelScore(AppendOnly):
    """One panel or baseline of a ranking. An undefined number is NULL and has its reason in `reasons`."""

    class Kind(models.TextChoices):
        PANEL = "panel", "Panel"
        SINGLE = "single", "Single judge"
        ALL = "all", "All judges together"

    ranking = models.ForeignKey(PanelRanking, on_delete=models.PROTECT, related_name="panels")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PANEL)
    rank = models.PositiveIntegerField()
    judges = models.JSONField(help_text="Judge ids in the ranking's judge order.")
    kappa = models.FloatField(null=True)
    kappa_low = models.FloatField(null=True)
    kappa_high = models.FloatField(null=True)
    kappa_headline_low = models.FloatField(null=True)
    kappa_headline_high = models.FloatField(null=True)
    kappa_corrected = models.FloatField(null=True)
    p_best = models.FloatField(null=True)
    rank_low = models.PositiveIntegerField(null=True)
    rank_high = models.PositiveIntegerField(null=True)
    in_indifference_set = models.BooleanField(null=True)
    macro_f1 = models.FloatField(null=True)
    agreement = models.FloatField(null=True)
    mcc = models.FloatField(null=True)
    gwet_ac1 = models.FloatField(null=True)
    false_met_rate = models.FloatField(null=True)
    false_not_met_rate = models.FloatField(null=True)
    net_bias = models.FloatField(null=True)
    units = models.PositiveIntegerField()
    units_full = models.PositiveIntegerField()
    units_reduced = models.PositiveIntegerField()
    ties = models.PositiveIntegerField()
    units_no_vote = models.PositiveIntegerField()
    families = models.PositiveSmallIntegerField()
    cost_per_1000 = models.FloatField(null=True)
    reasons = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["ranking_id", "kind", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "kind", "rank"], name="panel_score_rank_once"),
            one_of("kind", ("panel", "single", "all"), "panel_score_kind_known"),
        ]


class FrozenPanel(AppendOnly):
    """A panel that grades. Never changed: a correction is a successor with a reason."""

    name = models.CharField(max_length=64, unique=True)
    ranking = models.ForeignKey(
        PanelRanking, on_delete=models.PROTECT, null=True, blank=True, related_name="frozen_panels"
    )
    imported = models.BooleanField(
        default=False, help_text="Registered with imported judgments, not chosen here."
    )
    manifest = models.TextField(
        help_text="Canonical JSON; the hash is over these bytes without the hash itself."
    )
    sha256 = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    retest = models.JSONField(
        default=dict, blank=True, help_text="How alike each judge voted twice on the sentinel pairs."
    )
    predecessor = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="successors"
    )
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    frozen_at = models.DateTimeField()

    class Meta:
        ordering = ["-frozen_at"]
        constraints = [
            models.UniqueConstraint(fields=["sha256"], name="frozen_panel_manifest_once"),
            models.CheckConstraint(condition=~Q(name=""), name="frozen_panel_named"),
            models.CheckConstraint(
                condition=~Q(predecessor=F("id")), name="frozen_panel_not_own_predecessor"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class FrozenPanelJudge(AppendOnly):
    """A judge's seat in a frozen panel: position 1..k is the published column order."""

    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="seats")
    prompt = models.ForeignKey(
        JudgePrompt, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )

    class Meta:
        ordering = ["panel_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["panel", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["panel", "judge"], name="seat_judge_once"),
        ]


class SentinelPair(AppendOnly):
    """One of the pairs kept at a freeze to see later whether its judges have drifted."""

    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, related_name="sentinels")
    position = models.PositiveIntegerField()
    response = models.ForeignKey("annotation.Response", on_delete=models.PROTECT, related_name="+")
    criterion_version = models.ForeignKey(
        "annotation.CriterionVersion", on_delete=models.PROTECT, related_name="+"
    )
    votes = models.CharField(max_length=64, help_text="One character a seat: 1 met, 0 not met, - no vote.")

    class Meta:
        ordering = ["panel_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["panel", "response", "criterion_version"], name="sentinel_pair_once"
            ),
            models.UniqueConstraint(fields=["panel", "position"], name="sentinel_position_once"),
        ]


class SeenHealth(models.Model):
    """The health last seen, one row a panel, replaced at the next look; no row: nobody has looked yet.

    Finding it out reads all labels and votes, so that lists show this instead. It is a row and no entry of
    the cache, because every server process has to show the same.
    """

    class State(models.TextChoices):
        SOUND = "sound", "Sound"
        STALE = "stale", "Stale"
        BROKEN = "broken", "Altered"
        IMPORTED = "imported", "Imported"

    panel = models.OneToOneField(FrozenPanel, on_delete=models.CASCADE, related_name="seen_health")
    state = models.CharField(max_length=16, choices=State.choices)
    reasons = models.JSONField(default=list, blank=True, help_text="Sentences on why it is not sound.")
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "seen healths"
        constraints = [one_of("state", ("sound", "stale", "broken", "imported"), "seen_health_state_known")]
