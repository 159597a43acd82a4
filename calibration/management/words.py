"""Estimates as people read them in a terminal: value, interval, what it rests on."""

from typing import Any

from annotation.base.errors import BadInputError
from calibration.stats.resampling.reasons import sentence


def estimate_words(estimate: dict[str, Any]) -> str:
    """Such as `.621 (.598 to .644) · 2,892 pairs, 75 tasks`; an en dash and the reason without a value."""
    rests_on = f"{estimate['n_units']:,} pairs, {estimate['n_tasks']:,} tasks"
    if estimate["value"] is None:
        return f"– {sentence(estimate['reason'])} · {rests_on}"
    interval = f" ({coefficient(estimate['low'])} to {coefficient(estimate['high'])})"
    return f"{coefficient(estimate['value'])}{interval if estimate['low'] is not None else ''} · {rests_on}"


def coefficient(number: float | None) -> str:
    """Three decimals without the leading zero; an en dash for None."""
    if number is None:
        return "–"
    return f"{number:.3f}".replace("0.", ".", 1) if abs(number) < 1 else f"{number:.3f}"


def names_in(text: str | None, option: str, noun: str) -> list[str] | None:
    """The names that an option lists with commas; None without the option. Raises BadInputError for no name.

    option, noun: what to call the list and one of its names, such as "--judges" and "judge".
    """
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise BadInputError(
            f"{option} names no {noun}. Name them separated by commas, or leave {option} out."
        )
    return names
