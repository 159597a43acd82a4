"""What changed between two wordings, word by word, or between two long texts, line by line."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_PIECES = re.compile(r"\s+|\w+|[^\w\s]")
_LINES = re.compile(r"[^\n]*\n+|[^\n]+")


@dataclass(frozen=True)
class Piece:
    """Text that was `same`, `removed` or `added`."""

    kind: str
    text: str


def word_changes(old: str, new: str) -> list[Piece]:
    """Cut both texts into words and signs and return what stayed, went and came, in reading order."""
    before, after = _PIECES.findall(old), _PIECES.findall(new)
    return _changes(before, after, SequenceMatcher(a=before, b=after, autojunk=False))


def line_changes(old: str, new: str) -> list[Piece]:
    """The same in whole lines, for texts so long that comparing each word would keep somebody waiting."""
    before, after = _LINES.findall(old), _LINES.findall(new)
    return _changes(before, after, SequenceMatcher(a=before, b=after))


def _changes(before: list[str], after: list[str], matched: SequenceMatcher) -> list[Piece]:
    pieces: list[Piece] = []
    for kind, i, j, k, m in matched.get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", "".join(before[i:j])))
            continue
        if i < j:
            pieces.append(Piece("removed", "".join(before[i:j])))
        if k < m:
            pieces.append(Piece("added", "".join(after[k:m])))
    return pieces
