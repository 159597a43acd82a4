"""People's Markdown as safe HTML: guidelines and whatever else somebody writes for others to read."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import nh3
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre"),
    *("blockquote", "a", "table", "thead", "tbody", "tr", "th", "td"),
}


def render_markdown(text: str) -> SafeString:
    """Return the text as HTML in which nothing runs: no raw HTML, scripts, styles or images.

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
