"""Numbers, marks and small parts as every page shows them."""

from functools import lru_cache
from typing import Any

from django import template
from django.core.paginator import Page
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect
from django.template.loader import get_template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = template.Library()

EN_DASH = "–"
MINUS = "−"

# value -> (class, shape, word); the shape and the word tell them apart, colour only helps
MARKS = {
    "met": ("met", "check", "Met"),
    "not_met": ("not-met", "cross", "Not met"),
    "cannot_judge": ("cannot-judge", "question", "Cannot judge"),
    "no_vote": ("no-vote", "dash", "No vote"),
    "undecided": ("undecided", "half", "Undecided"),
    None: ("unseen", "ring", "Not labelled"),
}


@register.filter
def coefficient(value: float | None, digits: int = 3) -> str:
    """`.621`, `−.050`, `1.000`: no leading zero; an en dash when there is no value."""
    if value is None:
        return EN_DASH
    text = f"{abs(value):.{digits}f}"
    text = text[1:] if text.startswith("0.") else text
    return f"{MINUS}{text}" if value < 0 and text.strip(".0") else text


@register.filter
def percent(share: float | None, digits: int = 0) -> str:
    """A share of 0 to 1 as `82%`. What is not quite all or nothing never reads as 100% or 0%."""
    if share is None:
        return EN_DASH
    text = f"{share * 100:.{digits}f}"
    if share < 1 and float(text) == 100:
        return f"over {100 - 10**-digits:.{digits}f}%"
    if share > 0 and float(text) == 0:
        return f"under {10**-digits:.{digits}f}%"
    return f"{text}%".replace("-", MINUS)


@register.filter
def thousands(number: int | None) -> str:
    """`2,892`; an en dash when there is no number."""
    return EN_DASH if number is None else f"{number:,}".replace("-", MINUS)


@register.filter
def bytes_of(number: int) -> str:
    """Sizes of files: `512 bytes`, `1.4 MB` (powers of 1000)."""
    for power, unit in ((3, "GB"), (2, "MB"), (1, "kB")):
        if number >= 1000**power:
            return f"{number / 1000**power:.1f} {unit}"
    return f"{number} bytes"


@register.simple_tag
def icon(name: str) -> SafeString:
    """A shape of static/img/shapes.svg beside words; it says nothing by itself."""
    return _small_part("components/icon.html", name=name)


@register.simple_tag
def mark(value: str | None, words: str = "") -> SafeString:
    """A label, vote or verdict by shape and word. None is "Not labelled"; `words` replaces the word."""
    style, shape, word = MARKS[value or None]
    return _small_part("components/mark.html", style=style, shape=shape, word=words or word)


@register.simple_tag
def tag(word: str, tone: str = "", shape: str = "") -> SafeString:
    """A state in a word. `tone`: active, done, attention, quiet or nothing."""
    return _small_part("components/tag.html", word=word, tone=tone, shape=shape)


def _small_part(part: str, /, **words: str) -> SafeString:
    """A part that stands hundreds of times on a page, rendered once for the same words.

    They are escaped before they are compared: a safe text and the same text unescaped are equal.
    """
    escaped = ((key, conditional_escape(word or "")) for key, word in words.items())
    return _rendered(get_template(part).template, tuple(escaped))


@lru_cache(maxsize=1024)
def _rendered(part: template.Template, words: tuple[tuple[str, SafeString], ...]) -> SafeString:
    return part.render(template.Context(dict(words)))


@register.inclusion_tag("components/message.html")
def message(kind: str, text: str, title: str = "") -> dict[str, str]:
    """A calm box. `kind`: note, done, warning, problem, irreversible."""
    shape = {"done": "done", "note": "info"}.get(kind, "notice")
    return {"kind": kind, "text": text, "title": title, "shape": shape}


@register.inclusion_tag("components/progress.html")
def progress(
    done: int, total: int, running: int = 0, failed: int = 0, label: str = "", unit: str = ""
) -> dict[str, Any]:
    """A bar with its numbers in words beneath. Widths are in hundredths of the bar."""
    share = (lambda part: round(100 * part / total, 2)) if total else (lambda part: 0)
    return {
        "done": done,
        "total": total,
        "running": running,
        "failed": failed,
        "label": label or "Progress",
        "unit": unit,
        "done_width": share(done),
        "running_width": share(running),
        "failed_width": share(failed),
        "running_start": share(done),
        "failed_start": share(done + running),
    }


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, layout: str = "") -> dict[str, Any]:
    """A form field with its label, help and problems; choices as a fieldset, in a row if `layout` says so."""
    widget = bound.field.widget
    kind = "input"
    if isinstance(widget, RadioSelect | CheckboxSelectMultiple):
        kind = "group"
    elif isinstance(widget, CheckboxInput):
        kind = "checkbox"
    return {"field": bound, "kind": kind, "layout": layout}


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: template.Context, page: Page, unit: str = "rows") -> dict[str, Any]:
    """Previous and next with what is shown; keeps the filters of the address."""
    return {"page": page, "unit": unit, "request": context["request"]}


@register.filter
def heat(share: float | None) -> str:
    """The class that tints a cell of a heat map for a share of 0 to 1; the number stays in the cell."""
    if share is None:
        return "heat heat-none"
    return f"heat heat-{min(9, max(0, int(share * 10)))}"
