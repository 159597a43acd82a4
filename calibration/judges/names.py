"""What a judge may be called: its name stands in messages, tables and manifests, and in no address."""

from annotation.tables.cells import CONTROL_CHARACTER

ON_ONE_LINE = "visible signs on one line"


def is_on_one_line(name: str) -> bool:
    """Whether the name is not blank and has no line break or other control character."""
    return bool(name.strip()) and not CONTROL_CHARACTER.search(name)
