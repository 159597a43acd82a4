"""What was last seen of a frozen panel's health, kept for lists: looking at it reads all labels and votes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from calibration.models import FrozenPanel, SeenHealth


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
    """By the panel's key, those that somebody has looked at; one question to the database."""
    return {
        seen.panel_id: KnownHealth(seen.state, seen.get_state_display(), tuple(seen.reasons), seen.seen_at)
        for seen in SeenHealth.objects.filter(panel__in=panels)
    }


def keep_health(panel: FrozenPanel, state: str, reasons: tuple[str, ...]) -> None:
    """Keep what was seen just now, until it is looked at again."""
    seen = {"state": state, "reasons": list(reasons), "seen_at": timezone.now()}
    if not SeenHealth.objects.filter(panel=panel).update(**seen):
        SeenHealth.objects.update_or_create(panel=panel, defaults=seen)
