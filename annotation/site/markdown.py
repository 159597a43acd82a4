"""People's Markdown as safe HTML: guidelines and whatever else somebody writes for others to read."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre"),
    *("blockquote", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
_READER = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(text: str) -> SafeString:
    """Return the text as HTML in which nothing runs: no raw HTML, scripts, styles or images.

    A first-level heading becomes a second-level one, because a page has its own h1.
    """
    html = _READER.render(text).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    clean = nh3.clean(
        html, tags=TAGS, attributes={"a": {"href"}, "ol": {"start"}}, url_schemes={"https", "mailto"}
    )
    return mark_safe(clean)
