"""What the page around every page needs: the links of the left rail (who sees which, in the order of the
work), the reader's display settings and lines of help.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from annotation.models import Role
from annotation.site.display import display_of


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


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Reads the signed-in person's roles once; a visitor has no rail."""
    person = getattr(request, "user", None)
    if person is None or not person.is_authenticated:
        return {"display": display_of(None), "support_lines": lines_for("", settings.CRISIS_LINES)}
    rail = rail_for(person.roles, request.path)
    return {
        "navigation": rail,
        "here": here(rail),
        "display": display_of(person.display),
        "role_words": ", ".join(role.label for role in Role if role in person.roles),
        "support_lines": lines_for(person.country, settings.CRISIS_LINES),
    }


_FOR_ONE_COUNTRY = re.compile(r"^([A-Z]{2})=(.+)$", re.DOTALL)


def lines_for(country: str, lines: Iterable[str]) -> list[str]:
    """Return the lines for someone in `country` (two letters, or "").

    A line that begins with two capital letters and `=`, as in `NL=...`, is for that country alone and comes
    first; any other line is for everybody.
    """
    local, general = [], []
    for line in lines:
        match = _FOR_ONE_COUNTRY.match(line.strip())
        if match is None:
            general.append(line.strip())
        elif match[1] == country:
            local.append(match[2].strip())
    return local + general
