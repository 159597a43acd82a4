"""Find frozen panels, and keep those away from scoring whose manifest does not verify."""

from annotation.errors import BadInputError
from calibration.actions.panel_health import BROKEN, health
from calibration.models import FrozenPanel


def panel_named(name: str) -> FrozenPanel:
    """The panel of that name or number. Raises BadInputError with the names there are."""
    found = FrozenPanel.objects.filter(name=name).first()
    if found is None and name.isdecimal():
        found = FrozenPanel.objects.filter(pk=int(name)).first()
    if found is None:
        names = ", ".join(FrozenPanel.objects.values_list("name", flat=True)[:20]) or "none yet"
        raise BadInputError(f"There is no frozen panel {name!r}. Panels: {names}.")
    return found


def require_verified(panel: FrozenPanel) -> list[str]:
    """Let scoring use the panel: why it is stale, to be shown as warnings; nothing when it is sound.

    Raises BadInputError when its manifest does not fit its hash: an altered panel grades nothing.
    """
    found = health(panel)
    if found.state == BROKEN:
        raise BadInputError(f"Panel {panel.name} cannot be used. {' '.join(found.reasons)}")
    return [f"Panel {panel.name} is stale. {reason}" for reason in found.reasons]
