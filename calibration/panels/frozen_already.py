"""The same choice a second time: the panel there is already, or why another one has to follow it."""

from collections.abc import Sequence
from typing import Any

from annotation.base.errors import BadInputError
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.manifest import PanelManifest


def frozen_already(
    *, ranking: PanelRanking, judges: Sequence[str], manifest: PanelManifest, replaces: FrozenPanel | None
) -> FrozenPanel | None:
    """The panel that holds this very content, frozen on this round at another time or by somebody else.

    Raises BadInputError when these judges, in this order, were frozen from this ranking with other content
    and the new panel does not say which one it replaces, or when it would replace one that says the same.
    """
    of_round = FrozenPanel.objects.filter(ranking__round=ranking.round, imported=False).order_by("id")
    stored = [(panel, PanelManifest.read(panel.manifest)) for panel in of_round]
    for panel, known in stored:
        if known.what_was_frozen == manifest.what_was_frozen:
            if panel == replaces:
                raise BadInputError(
                    f"It would say the very same as {panel.name}, which it would replace. Give the reason "
                    "why it is frozen anew, or keep the panel there is."
                )
            return panel
    if replaces is None:
        _check_is_new(ranking, list(judges), manifest, stored)
    return None


def _check_is_new(
    ranking: PanelRanking,
    judges: list[str],
    manifest: PanelManifest,
    stored: list[tuple[FrozenPanel, PanelManifest]],
) -> None:
    for panel, known in reversed(stored):
        if panel.ranking_id == ranking.pk and known.judge_ids == judges:
            raise BadInputError(
                f"These judges are frozen from ranking {ranking.pk} already, as {panel.name}; now "
                f"{_differing(known, manifest)} would differ. A frozen panel is never changed: let the new "
                f"one replace {panel.name}, and say why."
            )


def _differing(known: PanelManifest, manifest: PanelManifest) -> str:
    """Names of what is not the same, or only one of them has, such as "reason and software versions"."""
    names = _unlike(known.what_was_frozen, manifest.what_was_frozen)
    rules = known.content.get("rule"), manifest.content.get("rule")
    if isinstance(rules[0], dict) and isinstance(rules[1], dict):
        inner = _unlike(*rules)
        names = [name for name in names if name != "rule"] + inner
    *most, last = [name.replace("_", " ") for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def _unlike(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [
        name
        for name in {**after, **before}
        if (name in before) != (name in after) or before.get(name) != after.get(name)
    ]
