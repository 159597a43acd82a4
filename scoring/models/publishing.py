"""Requests for holdout scores, and releases of the public data set."""

from django.conf import settings
from django.db import models

from annotation.models import AppendOnly, EvaluatedModel
from annotation.models.constraints import one_of
from calibration.models import FrozenPanel


class Submission(models.Model):
    """Someone asks for a model's score on the private holdout."""

    class State(models.TextChoices):
        RECEIVED = "received", "Received"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        ANSWERED = "answered", "Answered"

    model = models.ForeignKey(EvaluatedModel, on_delete=models.PROTECT, related_name="submissions")
    panel = models.ForeignKey(
        FrozenPanel, on_delete=models.PROTECT, null=True, blank=True, related_name="submissions"
    )
    submitter = models.CharField(max_length=200)
    contact = models.EmailField(blank=True)
    state = models.CharField(max_length=16, choices=State.choices, default=State.RECEIVED)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            one_of("state", ("received", "accepted", "declined", "answered"), "submission_state_known")
        ]


class Release(AppendOnly):
    """A published release folder: its metadata and the hash of every file in it."""

    name = models.CharField(max_length=100, unique=True)
    panel = models.ForeignKey(FrozenPanel, on_delete=models.PROTECT, null=True, related_name="releases")
    metadata = models.JSONField()
    sha256 = models.CharField(max_length=64)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    released_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-released_at"]
