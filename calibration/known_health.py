"""What was last seen of a frozen panel's health, kept for lists: looking at it reads all labels and votes.

It lives in the cache, so it may be gone after a restart; then nobody has looked yet.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from calibration.models import FrozenPanel


@dataclass(frozen=True)
class KnownHealth:
    """state, words, reasons: as of `Health`. seen_at: when somebody looked."""

    state: str
    words: str
    reasons: tuple[str, ...]
    seen_at: datetime

    def is_younger_than(self, age: timedelta) -> bool:
        return timezone.now() - self.seen_at < age


def known_healths(panels: list[FrozenPanel]) -> dict[int, KnownHealth]:
    """By the panel's key, those that somebody has looked at; one question to the cache."""
    keys = {_key(panel): panel.pk for panel in panels}
    return {keys[key]: KnownHealth(*kept) for key, kept in cache.get_many(keys).items()}


def keep_health(panel: FrozenPanel, state: str, words: str, reasons: tuple[str, ...]) -> None:
    """Keep what was seen just now, until it is looked at again."""
    cache.set(_key(panel), (state, words, reasons, timezone.now()), None)


def _key(panel: FrozenPanel) -> str:
    return f"panel-health-{panel.pk}-{panel.sha256}"
