"""People, their roles, the invitations that bring them in, and the record of who did what to which object."""

import secrets

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower

from annotation.models.append_only import AppendOnly
from annotation.models.constraints import one_of

PSEUDONYM_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that reads as another sign


def new_pseudonym() -> str:
    """A random name such as `P-7QK4M2` that published files may carry."""
    return "P-" + "".join(secrets.choice(PSEUDONYM_ALPHABET) for _ in range(6))


class Role(models.TextChoices):
    CLINICIAN = "clinician", "Clinician"
    AUTHOR = "author", "Rubric author"
    ADMIN = "admin", "Admin"
    VIEWER = "viewer", "Viewer"


class Person(AbstractUser):
    """Someone who works here. Never deleted: deactivated and pseudonymised instead."""

    pseudonym = models.CharField(max_length=16, unique=True, default=new_pseudonym, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC")
    country = models.CharField(
        max_length=2, blank=True, help_text="Two letters; chooses the crisis line shown."
    )
    display = models.JSONField(default=dict, blank=True, help_text="Personal display settings of the reader.")

    class Meta:
        ordering = ["username"]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="person_name_in_any_letters",
                violation_error_message="This user name is taken. Please choose another.",
            )
        ]

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    @property
    def roles(self) -> frozenset[str]:
        """The roles this person holds, read once per object."""
        if not hasattr(self, "_roles"):
            self._roles = (
                frozenset(self.role_grants.values_list("role", flat=True)) if self.pk else frozenset()
            )
        return self._roles

    def has_role(self, *roles: str) -> bool:
        """Whether the person is active and holds any of `roles`."""
        return self.is_active and not self.roles.isdisjoint(roles)


class RoleGrant(models.Model):
    """One role of one person. Grants and their ends are in the audit log."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="role_grants")
    role = models.CharField(max_length=16, choices=Role.choices)
    granted_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "role"], name="role_grant_once"),
            one_of("role", Role, "role_grant_role_known"),
        ]


class Invitation(models.Model):
    """A single-use link that lets one person make an account. Only the hash of its token is kept."""

    email = models.EmailField()
    roles = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        Person,
        on_delete=models.PROTECT,
        null=True,
        related_name="invitations_sent",
        help_text="NULL for a command on the server, which is how the first admin comes in.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    person = models.OneToOneField(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="invitation"
    )

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True, person__isnull=True)
                | models.Q(accepted_at__isnull=False, person__isnull=False),
                name="invitation_accepted_by_someone",
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=models.Q(accepted_at__isnull=True, withdrawn_at__isnull=True),
                name="invitation_open_once_an_address",
            ),
        ]


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
