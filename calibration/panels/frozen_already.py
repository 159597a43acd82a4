"""The same choice a second time: the panel there is already, or why another one has to follow it."""

import json
from collections.abc import Sequence

from annotation.base.errors import BadInputError
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.manifest import Manifest

WHEN_AND_WHO = ("frozen_at", "frozen_by", "sha256")  # what differs between two freezes of the same content


def frozen_already(
    *, ranking: PanelRanking, judges: Sequence[str], manifest: Manifest, replaces: FrozenPanel | None
) -> FrozenPanel | None:
    """The panel that holds this very content, frozen on this round at another time or by somebody else.

    Raises BadInputError when these judges, in this order, were frozen from this ranking with other content
    and the new panel does not say which one it replaces, or when it would replace one that says the same.
    """
    of_round = FrozenPanel.objects.filter(ranking__round=ranking.round, imported=False).order_by("id")
    stored = [(panel, json.loads(panel.manifest)) for panel in of_round]
    for panel, known in stored:
        if content_of(known) == content_of(manifest):
            if panel == replaces:
                raise BadInputError(
                    f"It would say the very same as {panel.name}, which it would replace. Give the reason "
                    "why it is frozen anew, or keep the panel there is."
                )
            return panel
    if replaces is None:
        _check_is_new(ranking, list(judges), manifest, stored)
    return None


def content_of(manifest: Manifest) -> Manifest:
    """What was frozen, without when, by whom, and the hash that follows from these."""
    return {name: value for name, value in manifest.items() if name not in WHEN_AND_WHO}


def _check_is_new(
    ranking: PanelRanking, judges: list[str], manifest: Manifest, stored: list[tuple[FrozenPanel, Manifest]]
) -> None:
    for panel, known in reversed(stored):
        if panel.ranking_id == ranking.pk and [judge["id"] for judge in known["judges"]] == judges:
            raise BadInputError(
                f"These judges are frozen from ranking {ranking.pk} already, as {panel.name}; now "
                f"{_differing(known, manifest)} would differ. A frozen panel is never changed: let the new "
                f"one replace {panel.name}, and say why."
            )


def _differing(known: Manifest, manifest: Manifest) -> str:
    """Names of what is not the same, or only one of them has, such as "reason and software versions"."""
    names = _unlike(content_of(known), content_of(manifest))
    if isinstance(known.get("rule"), dict) and isinstance(manifest.get("rule"), dict):
        inner = _unlike(known["rule"], manifest["rule"])
        names = [name for name in names if name != "rule"] + inner
    *most, last = [name.replace("_", " ") for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def _unlike(before: Manifest, after: Manifest) -> list[str]:
    return [
        name
        for name in {**after, **before}
        if (name in before) != (name in after) or before.get(name) != after.get(name)
    ]
