"""How a frozen panel was when somebody last looked."""

from django.db import models
from django.utils import timezone

from annotation.models.constraints import one_of
from calibration.models.panels import FrozenPanel


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
