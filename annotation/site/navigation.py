"""The places of the left rail: who sees which, in the order of the work."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse

from annotation.models import Role


@dataclass(frozen=True)
class NavigationPage:
    """One line of the rail. An entry whose page does not exist is left out."""

    label: str
    url_name: str
    roles: frozenset[str]


@dataclass(frozen=True)
class NavigationLink:
    """An entry as one reader sees it now."""

    label: str
    url: str
    is_current: bool
    is_exact: bool


def _for(label: str, url_name: str, *roles: str) -> NavigationPage:
    return NavigationPage(label, url_name, frozenset(roles))


GROUPS: tuple[tuple[NavigationPage, ...], ...] = (
    (
        _for("My labelling", "label_home", Role.CLINICIAN),
        _for("Tasks", "task_list", Role.AUTHOR, Role.ADMIN),
        _for("Tables", "table_list", Role.ADMIN),
    ),
    (
        _for("Rounds", "round_list", Role.ADMIN),
        _for("Calibration", "calibration_list", Role.ADMIN),
        _for("Judges", "judge_list", Role.ADMIN),
        _for("Panels", "panel_list", Role.ADMIN),
    ),
    (
        _for("Scores", "score_list", Role.VIEWER, Role.ADMIN),
        _for("Runs", "run_list", Role.ADMIN),
        _for("Holdout", "holdout_list", Role.ADMIN),
        _for("Releases", "release_list", Role.ADMIN),
    ),
    (
        _for("People", "person_list", Role.ADMIN),
        _for("Audit", "audit_list", Role.ADMIN),
    ),
)


def rail_for(roles: Iterable[str], path: str) -> list[list[NavigationLink]]:
    """Return the groups of places open to someone with `roles` who is at `path`; no group is empty."""
    held = frozenset(roles)
    groups = [[(entry, _address(entry)) for entry in group if entry.roles & held] for group in GROUPS]
    known = [[(entry, url) for entry, url in group if url] for group in groups]
    current = max((url for group in known for _, url in group if path.startswith(url)), key=len, default=None)
    return [
        [NavigationLink(entry.label, url, url == current, url == path) for entry, url in group]
        for group in known
        if group
    ]


def here(rail: list[list[NavigationLink]]) -> NavigationLink | None:
    """The place of the rail that holds the page being read, if any."""
    return next((place for group in rail for place in group if place.is_current), None)


def _address(entry: NavigationPage) -> str:
    try:
        return reverse(entry.url_name)
    except NoReverseMatch:
        return ""
