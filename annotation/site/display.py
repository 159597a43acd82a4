"""How a person wants pages to look. Stored as JSON with the person; read here and nowhere else."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.conf import settings

THEMES = (("auto", "As my device"), ("light", "Light"), ("dark", "Dark"))
TEXT_SIZES = (("normal", "Normal"), ("large", "Large"), ("larger", "Larger"))
_CHOICES = {"theme": dict(THEMES), "text_size": dict(TEXT_SIZES)}


@dataclass(frozen=True)
class Display:
    """The settings the interface knows, with their values before anybody chose."""

    theme: str = "auto"
    text_size: str = "normal"
    plain_type: bool = False
    reduce_motion: bool = False
    hide_user_turns: bool = False
    note_first: bool = True
    shortcuts: bool = True

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def display_of(stored: Mapping[str, Any] | None) -> Display:
    """Return the settings in force: the person's own, else the installation's (DISPLAY_DEFAULTS), else ours.

    A stored value of the wrong kind is passed over, so that old or foreign data never breaks a page.
    """
    installed = _sound(getattr(settings, "DISPLAY_DEFAULTS", {}))
    return Display(**{**installed, **_sound(stored or {})})


def _sound(values: Mapping[str, Any]) -> dict[str, Any]:
    return {field.name: values[field.name] for field in fields(Display) if _fits(field.name, values)}


def _fits(name: str, values: Mapping[str, Any]) -> bool:
    if name not in values:
        return False
    value = values[name]
    return value in _CHOICES[name] if name in _CHOICES else isinstance(value, bool)
