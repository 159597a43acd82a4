"""The source of a page as a test reads it."""

import re
from typing import Protocol

KEEPS_SPACE = re.compile(r"(<(pre|textarea)\b.*?</\2>)", re.DOTALL)


class Answer(Protocol):
    content: bytes


def html_of(answer: Answer) -> str:
    """The page, the same however its template is laid out over lines; <pre> and <textarea> as they are."""
    return one_line(answer.content.decode())


def one_line(markup: str) -> str:
    """A part of a page with one space for any run of spaces and line breaks."""
    kept = {part for part, _ in KEEPS_SPACE.findall(markup)}
    parts = KEEPS_SPACE.sub(lambda found: f"\0{found[1]}\0", markup).split("\0")
    return "".join(part if part in kept else re.sub(r"\s+", " ", part) for part in parts).strip()
