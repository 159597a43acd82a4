"""The calibration set: which tasks and responses the clinicians label."""

from django.conf import settings
from django.db import models

from annotation.models import Response, Round, RoundState, Task


class CalibrationSet(models.Model):
    """A reproducible draw of tasks and of responses to them. Its round carries the same name."""

    name = models.CharField(max_length=100, unique=True)
    seed = models.PositiveBigIntegerField()
    size = models.PositiveIntegerField()
    per_task = models.PositiveSmallIntegerField()
    balance = models.JSONField(default=dict)
    round = models.OneToOneField(Round, on_delete=models.PROTECT, null=True, related_name="calibration_set")
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def has_round(self) -> bool:
        """Whether its round exists; one that was withdrawn as a draft leaves the place to another."""
        return self.round is not None and self.round.state != RoundState.WITHDRAWN


class CalibrationTask(models.Model):
    """A drawn task, in draw order."""

    calibration_set = models.ForeignKey(CalibrationSet, on_delete=models.PROTECT, related_name="tasks")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["calibration_set", "task"], name="calibration_task_once"),
            models.UniqueConstraint(fields=["calibration_set", "position"], name="calibration_position_once"),
        ]


class CalibrationResponse(models.Model):
    """A response chosen for a drawn task."""

    calibration_task = models.ForeignKey(CalibrationTask, on_delete=models.PROTECT, related_name="responses")
    response = models.ForeignKey(Response, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["calibration_task", "response"], name="calibration_response_once")
        ]
