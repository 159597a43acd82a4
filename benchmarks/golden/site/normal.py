"""What differs between two visits of the same page and says nothing. Nothing else is taken out."""

import re
from typing import NamedTuple


class Passing(NamedTuple):
    """A pattern, and what stands in its place. why: where it comes from."""

    pattern: re.Pattern[str]
    instead: str
    why: str


PASSING = (
    Passing(re.compile(r'(name="csrfmiddlewaretoken" value=")\w+'), r"\1TOKEN", "CSRF token of a form"),
    Passing(re.compile(r'(X-CSRFToken"?: (?:"|&quot;))\w+'), r"\1TOKEN", "CSRF token of the frame"),
    Passing(re.compile(r'("csrf": ")\w+'), r"\1TOKEN", "CSRF token in JSON"),
    Passing(
        re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b"),
        "UUID",
        "random UUID that a page gives each change; those that acts choose are of version 5",
    ),
)
WITHOUT = ("Set-Cookie", "Content-Length")  # tokens and their length


def normal(text: str) -> str:
    """The text without what passes."""
    for passing in PASSING:
        text = passing.pattern.sub(passing.instead, text)
    return text
