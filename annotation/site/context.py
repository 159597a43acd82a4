"""What the frame around every page needs: the reader's places, display settings and lines of help."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from annotation.models import Role
from annotation.site.display import display_of
from annotation.site.navigation import here, rail_for
from annotation.site.support import lines_for


def frame(request: HttpRequest) -> dict[str, Any]:
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
