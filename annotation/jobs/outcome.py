"""How many lines about a file a page shows: the same beside the form and on a job's page."""

from collections.abc import Sequence

SHOWN_LINES = 200


def first_lines(name: str, lines: Sequence[str]) -> dict[str, object]:
    """The first lines as `name`, and how many there are besides as `name_left`."""
    return {name: list(lines[:SHOWN_LINES]), f"{name}_left": max(0, len(lines) - SHOWN_LINES)}
