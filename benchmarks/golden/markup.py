"""Pages as a browser takes them: how their source is laid out over lines does not count."""

import re
from html.parser import HTMLParser

OF_TEXT = (
    "address article aside blockquote body br caption col colgroup dd details dialog div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav ol"
    " optgroup option p pre script section select summary table tbody td template tfoot th thead title tr ul"
)
OF_PLOTS = "circle defs desc g line path polyline rect svg text tspan use"
BLOCKS = frozenset(f"{OF_TEXT} {OF_PLOTS}".split())
KEEPS_SPACE = ("pre", "textarea", "script", "style")
SPACES = re.compile(r"[ \t\n\r\f]+")


def layout_free(text: str) -> str:
    """The same text for two pages that a reader cannot tell apart.

    Tags with their attributes in order, words with one space for any number of them; space beside an element
    that begins a line of its own does not count. What stands in <pre> and <textarea> counts as it is.
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return "\n".join(_without_loose_space(reader.pieces))


class _Reader(HTMLParser):
    """Cuts a page into pieces: (kind, text), kind one of "block", "inline", "words" and "kept"."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[tuple[str, str]] = []
        self._kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = "".join(f" {name}={_attribute(name, value)!r}" for name, value in attrs)
        self._add_tag(tag, f"<{tag}{values}>")
        self._kept += tag in KEEPS_SPACE

    def handle_endtag(self, tag: str) -> None:
        self._kept -= tag in KEEPS_SPACE and self._kept > 0
        self._add_tag(tag, f"</{tag}>")

    def handle_data(self, data: str) -> None:
        kind = "kept" if self._kept else "words"
        if self.pieces and self.pieces[-1][0] == kind:
            data = self.pieces.pop()[1] + data
        self.pieces.append((kind, data))

    def handle_decl(self, decl: str) -> None:
        self.pieces.append(("block", f"<!{decl}>"))

    def handle_comment(self, data: str) -> None:
        self.pieces.append(("inline", f"<!--{data}-->"))

    def _add_tag(self, tag: str, text: str) -> None:
        self.pieces.append(("block" if tag in BLOCKS else "inline", text))


def _attribute(name: str, value: str | None) -> str | None:
    """Classes are a set of words with space between; other values count as they are."""
    return " ".join(value.split()) if name == "class" and value else value


def _without_loose_space(pieces: list[tuple[str, str]]) -> list[str]:
    lines = []
    for number, (kind, text) in enumerate(pieces):
        if kind != "words":
            lines.append(text)
            continue
        words = SPACES.sub(" ", text)
        if number == 0 or pieces[number - 1][0] == "block":
            words = words.lstrip(" ")
        if number + 1 == len(pieces) or pieces[number + 1][0] == "block":
            words = words.rstrip(" ")
        if words:
            lines.append(words)
    return lines
