"""Words for the list of sessions."""

import re

from django import template

register = template.Library()

# In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone|iPad", "iOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X|Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux|X11", "Linux"),
)


@register.filter
def browser_words(user_agent: str) -> str:
    """What a browser calls itself, as people do: "Firefox on Windows"."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    return f"{browser or 'A browser'} on {system or 'an unknown system'}"


def _first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in signs if re.search(sign, user_agent)), None)
