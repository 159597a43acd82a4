"""The limits of tables, as this installation sets them."""

from django.conf import settings

from annotation.tables.files.limits import Limits


def table_limits() -> Limits:
    """What may be read; see TABLE_LIMITS in the settings."""
    return Limits(**settings.TABLE_LIMITS)
