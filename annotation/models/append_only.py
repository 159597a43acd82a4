"""Rows that are written once: history, votes and audit are appended, never edited or deleted."""

from django.db import models


class AppendOnlyError(TypeError):
    """Raised when code tries to change or delete a row that is history."""


class AppendOnlyQuerySet(models.QuerySet):
    """A queryset without `update` and `delete`."""

    def update(self, **kwargs):
        raise AppendOnlyError(
            f"{self.model.__name__} rows are history: append a new row instead of changing one."
        )

    def delete(self):
        raise AppendOnlyError(f"{self.model.__name__} rows are history and are never deleted.")


class AppendOnly(models.Model):
    """Base of tables that only grow. Saving an existing row or deleting one raises AppendOnlyError."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        if not self._state.adding:
            raise AppendOnlyError(
                f"{type(self).__name__} rows are history: append a new row instead of changing one."
            )
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise AppendOnlyError(f"{type(self).__name__} rows are history and are never deleted.")
