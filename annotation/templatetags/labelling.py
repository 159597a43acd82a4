"""Small parts of the labelling and round pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import nh3
from django import template
from django.utils.safestring import SafeString, mark_safe

from annotation.corpus.text_diff import Piece, word_changes
from annotation.labelling.criterion_entries import CriterionEntry

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


register = template.Library()

# value -> word and act of the keyboard
ANSWERS = (
    ("met", "Met", "check"),
    ("not_met", "Not met", "cross"),
    ("cannot_judge", "Cannot judge", "question"),
)
TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre"),
    *("blockquote", "a", "table", "thead", "tbody", "tr", "th", "td"),
}


@register.simple_tag
def changes_between(old: str, new: str) -> list[Piece]:
    """The pieces of a word-level comparison."""
    return word_changes(old, new)


@register.inclusion_tag("annotation/_answers.html")
def answers(entry: CriterionEntry, keys: dict[str, str]) -> dict[str, Any]:
    """The three native radios of a criterion, with their keys."""
    rows = [
        {
            "value": value,
            "word": word,
            "shape": shape,
            "key": keys[value],
            "is_chosen": entry.entered.value == value,
        }
        for value, word, shape in ANSWERS
    ]
    return {"entry": entry, "answers": rows}


@register.filter("markdown")
def render_markdown(text: str) -> SafeString:
    """People's Markdown as HTML in which nothing runs: no raw HTML, scripts, styles or images.

    A first-level heading becomes a second-level one, because a page has its own h1.
    """
    html = _reader().render(text).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    clean = nh3.clean(
        html, tags=TAGS, attributes={"a": {"href"}, "ol": {"start"}}, url_schemes={"https", "mailto"}
    )
    return mark_safe(clean)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # here, because only pages with guidelines need it

    return MarkdownIt("commonmark", {"html": False}).enable("table")
