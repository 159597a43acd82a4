"""Who did what to which object, and when."""

from django.conf import settings
from django.db import models

from annotation.models.append_only import AppendOnly


class AuditEntry(AppendOnly):
    """One act. `detail` never holds texts of tasks, notes or secrets: names, counts and hashes only."""

    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=64)
    object_type = models.CharField(max_length=64)
    object_id = models.CharField(max_length=200)
    before_hash = models.CharField(max_length=64, blank=True)
    after_hash = models.CharField(max_length=64, blank=True)
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["object_type", "object_id"], name="audit_object"),
            models.Index(fields=["-at"], name="audit_at"),
        ]
        verbose_name_plural = "audit entries"
