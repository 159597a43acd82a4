"""What a simulated clinician reads off the labelling pages."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser

ITEM = re.compile(r'href="(/label/[^"/]+/\d+/)"')
REVEAL = re.compile(r'action="([^"]+/reveal/)"')


@dataclass(frozen=True)
class Shown:
    """One criterion as its page shows it: its id, the answer so far ("" for none) and the label's version."""

    criterion: str
    value: str
    version: int


def items_on(page: str) -> list[str]:
    """Addresses of the person's items, in their order."""
    return list(dict.fromkeys(ITEM.findall(page)))


def reveal_on(page: str) -> str | None:
    """Where to say that the conversation may be shown, if the page is the note before it."""
    found = REVEAL.search(page)
    return found.group(1) if found else None


def criteria_on(page: str) -> list[Shown]:
    """The criteria of an item's page."""
    reader = _Criteria()
    reader.feed(page)
    return reader.found


class _Criteria(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Shown] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        words = dict(attributes)
        if tag == "fieldset" and "data-criterion" in words:
            self.found.append(
                Shown(
                    words["data-criterion"] or "", words["data-value"] or "", int(words["data-version"] or 0)
                )
            )
