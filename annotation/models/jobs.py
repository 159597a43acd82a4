"""Work that is done in the background. Its rows are the queue; a message only wakes a worker."""

from django.conf import settings
from django.db import models

from annotation.models.constraints import one_of


class Job(models.Model):
    """One piece of work that somebody asked for: done once, whatever happens to its worker meanwhile."""

    class State(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        REFUSED = "refused", "Refused"  # the input cannot be used; nothing was changed
        FAILED = "failed", "Stopped"  # it did not get to an end; it can be tried again

    kind = models.CharField(max_length=32, help_text="Which work: a name of annotation/jobs/kinds.py.")
    title = models.CharField(max_length=400, help_text="What it is about, as people read it.")
    state = models.CharField(max_length=16, choices=State.choices, default=State.QUEUED)
    parameters = models.JSONField(default=dict, help_text="What was asked for, fixed beforehand.")
    upload = models.CharField(
        max_length=64, blank=True, help_text="Folder of its stored file, if it has one."
    )
    outcome = models.JSONField(default=dict, help_text="What its page shows: counts, problems, remarks.")
    error = models.TextField(blank=True, help_text="Why it stopped.")
    closed_to_raters = models.BooleanField(help_text="Whether it tells what a rater must not know.")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="How many workers have taken it.")
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when its worker counts as alive."
    )
    claim = models.UUIDField(null=True, blank=True, help_text="Which worker has it; each takes a new one.")

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["kind", "state"], name="job_kind_state")]
        constraints = [one_of("state", ("queued", "running", "done", "refused", "failed"), "job_state_known")]

    def __str__(self) -> str:
        return self.title

    @property
    def is_waiting(self) -> bool:
        """Whether it has not ended yet."""
        return self.state in (self.State.QUEUED, self.State.RUNNING)
