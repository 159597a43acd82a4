"""All races: which actions meet, with which arguments, and how it must end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.at_once.together import Call

RACES: list["Race"] = []
Scene = Callable[[Any], Sequence[Call]]


@dataclass(frozen=True)
class Race:
    """Actions that meet. scene: makes what they need and returns the calls.

    won: how many of the calls are done; None where that is left to chance. said: what those who lost are
    told, as a regular expression: the same that whoever comes a second later is told.
    """

    actions: tuple[Callable[..., Any], ...]
    scene: Scene
    won: int | None
    said: str

    @property
    def name(self) -> str:
        return self.scene.__name__


def race(*actions: Callable[..., Any], won: int | None, said: str = "") -> Callable[[Scene], Scene]:
    """Enter a scene: a function of the `Stage` that returns the calls."""

    def enter(scene: Scene) -> Scene:
        RACES.append(Race(actions, scene, won, said))
        return scene

    return enter
