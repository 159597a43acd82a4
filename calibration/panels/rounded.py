"""Numbers as they are hashed: nine decimals, so that another machine's arithmetic gives the same bytes."""

from typing import Any

DECIMALS = 9


def rounded(value: Any) -> Any:
    """The value with every float in it rounded to nine decimals, and no negative zero."""
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value
