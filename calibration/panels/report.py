"""Frozen panels as pages show them: the list with what is known of each, one panel's manifest in parts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from annotation import vocabulary
from calibration.models import FrozenPanel
from calibration.panels.drift import DriftRow, drift_report, has_later_askings
from calibration.panels.health import Health, health_by, health_of_itself, look_at, seats_of
from calibration.panels.known_health import KnownHealth, keep_health, known_healths
from calibration.panels.manifest import PanelManifest
from calibration.rankings.stored_estimates import estimate_in
from calibration.ratings.checksums import round_checksums
from calibration.stats.resampling.estimate import Estimate
from calibration.words import STATISTIC_WORDS


@dataclass(frozen=True)
class PanelLine:
    """A panel in the list; `kappa` is None for an imported one.

    health: as the panel itself shows it, or as it was last seen at `seen_at`; None when nobody has looked.
    """

    panel: FrozenPanel
    judges: list[str]
    kappa: Estimate | None
    health: Health | KnownHealth | None
    successors: list[FrozenPanel]

    @property
    def seen_at(self) -> datetime | None:
        return self.health.seen_at if isinstance(self.health, KnownHealth) else None


@dataclass(frozen=True)
class ManifestPage:
    """A manifest in parts. overall, by_dimension: Estimates by statistic; empty for an imported panel."""

    judges: list[dict[str, Any]]
    rule: dict[str, Any]
    overall: dict[str, Estimate]
    by_dimension: dict[str, dict[str, Estimate]]
    ceiling: dict[str, Estimate] | None
    alt_test: dict[str, Any] | None
    calibration: dict[str, Any] | None
    hashes: dict[str, Any]
    software: dict[str, str]
    frozen_at: str
    frozen_by: str | None
    sha256: str


@dataclass(frozen=True)
class Watch:
    """What the page of a panel finds out: its health, and later votes on its sentinel pairs."""

    health: Health
    drift: list[DriftRow]


def panel_lines(panels: QuerySet[FrozenPanel]) -> list[PanelLine]:
    """Every panel with its health as last seen, newest first. Nothing is computed from labels or votes."""
    listed = list(panels.prefetch_related("successors"))
    seen = known_healths(listed)
    return [_line(panel, seen.get(panel.pk)) for panel in listed]


def manifest_page(manifest: PanelManifest) -> ManifestPage:
    """The manifest's parts with numbers as Estimates. A part that an imported manifest lacks is empty."""
    content = manifest.content
    agreement = content.get("agreement") or {"overall": {}, "by_dimension": {}}
    ceiling = content.get("human_ceiling") or {}
    rule = content.get("rule")
    return ManifestPage(
        judges=manifest.judges,
        rule=rule if isinstance(rule, dict) else {"text": rule},
        overall=_estimates(agreement["overall"]),
        by_dimension={
            name: _estimates(agreement["by_dimension"][name])
            for name in vocabulary.DIMENSIONS
            if name in agreement["by_dimension"]
        },
        ceiling=_estimates(ceiling["mean"]) if ceiling.get("mean") else None,
        alt_test=ceiling.get("alternative_annotator_test"),
        calibration=content.get("calibration"),
        hashes=content.get("hashes") or {},
        software=content.get("software_versions") or {},
        frozen_at=content["frozen_at"],
        frozen_by=content.get("frozen_by"),
        sha256=manifest.sha256 or "",
    )


def watch_of(panel: FrozenPanel) -> Watch:
    """Look at everything that may have changed since the freeze, and keep the health for the list."""
    manifest = PanelManifest.read(panel.manifest)
    if panel.ranking is None:
        return Watch(look_at(panel), [])
    checksums, seats = round_checksums(panel.ranking.round), seats_of(panel)
    health = health_of_itself(panel, manifest) or health_by(panel, manifest, checksums, seats)
    keep_health(panel, health.state, health.reasons)
    drift = drift_report(panel) if has_later_askings(checksums, seats) else []
    return Watch(health, drift)


def _line(panel: FrozenPanel, seen: KnownHealth | None) -> PanelLine:
    manifest = PanelManifest.read(panel.manifest)
    agreement = None if panel.ranking_id is None else (manifest.content.get("agreement") or {}).get("overall")
    return PanelLine(
        panel=panel,
        judges=manifest.judge_ids,
        kappa=estimate_in(agreement["kappa"]) if agreement else None,
        health=health_of_itself(panel, manifest) or seen,
        successors=list(panel.successors.all()),
    )


def _estimates(stored: dict[str, Any]) -> dict[str, Estimate]:
    """In the order of the pages; canonical JSON has sorted them by name."""
    order = [*(name for name in STATISTIC_WORDS if name in stored), *stored]
    return {name: estimate_in(stored[name]) for name in dict.fromkeys(order)}
