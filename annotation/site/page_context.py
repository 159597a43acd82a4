"""What the page around every page needs: the reader's navigation, display settings and lines of help."""

import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from annotation.models import Role
from annotation.site.display import display_of
from annotation.site.navigation import here, rail_for


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
