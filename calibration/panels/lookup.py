"""Find frozen panels by what people call them."""

from annotation.base.errors import BadInputError
from calibration.models import FrozenPanel

LONGEST_NUMBER = 18  # digits; a longer one is larger than any key


def panel_named(name: str) -> FrozenPanel:
    """The panel of that name or number. Raises BadInputError with the names there are."""
    panel = find_panel(name)
    if panel is None:
        names = ", ".join(FrozenPanel.objects.values_list("name", flat=True)[:20]) or "none yet"
        raise BadInputError(f"There is no frozen panel {name!r}. Panels: {names}.")
    return panel


def find_panel(name: str) -> FrozenPanel | None:
    """The same, None when there is no such panel. Where a file may be named too, ask this first."""
    panel = FrozenPanel.objects.filter(name=name).first()
    is_number = name.isascii() and name.isdecimal() and len(name) <= LONGEST_NUMBER
    return FrozenPanel.objects.filter(pk=int(name)).first() if panel is None and is_number else panel
