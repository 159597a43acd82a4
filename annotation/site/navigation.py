"""The links of the left rail: who sees which, in the order of the work."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse

from annotation.models import Role


@dataclass(frozen=True)
class NavigationPage:
    """A page of the rail and who sees it. One that does not exist yet is left out."""

    label: str
    url_name: str
    roles: frozenset[str]


@dataclass(frozen=True)
class NavigationLink:
    """The link to a page as one reader sees it now."""

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
    """Return the groups of links open to someone with `roles` who is at `path`; no group is empty."""
    held = frozenset(roles)
    groups = [[(page, _address(page)) for page in group if page.roles & held] for group in GROUPS]
    known = [[(page, url) for page, url in group if url] for group in groups]
    current = max((url for group in known for _, url in group if path.startswith(url)), key=len, default=None)
    return [
        [NavigationLink(page.label, url, url == current, url == path) for page, url in group]
        for group in known
        if group
    ]


def here(rail: list[list[NavigationLink]]) -> NavigationLink | None:
    """The link of the rail that holds the page being read, if any."""
    return next((link for group in rail for link in group if link.is_current), None)


def _address(page: NavigationPage) -> str:
    try:
        return reverse(page.url_name)
    except NoReverseMatch:
        return ""
