"""What `manage.py check --deploy` asks of an installation beyond Django's own checks."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register

ONE_PROCESS = {
    "django.core.cache.backends.locmem.LocMemCache",
    "django.core.cache.backends.dummy.DummyCache",
}


@register(Tags.caches, deploy=True)
def check_cache_is_shared(**_: Any) -> list[CheckMessage]:
    """Warn when each server process would have a cache of its own, and so limits of its own."""
    if settings.CACHES["default"]["BACKEND"] not in ONE_PROCESS:
        return []
    return [
        Warning(
            "Every server process counts sign-in attempts and API requests by itself, so that the limits "
            "hold for each process and not for a person.",
            hint="Set CACHE_URL to a cache that all of them share, as in CACHE_URL=redis://localhost:6379/1",
            id="concord.W001",
        )
    ]
