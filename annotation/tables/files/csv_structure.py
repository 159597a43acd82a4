"""Where the records and cells of a CSV file begin and end, and what is wrong with its bytes.

A lenient parser guesses at stray quotes and short rows, and then every number after it is in the wrong place.
This scan decides, for the whole file at once in NumPy, whether the bytes are what RFC 4180 calls CSV (with
line ends `\\n` or `\\r\\n`), and knows the record of every byte, so that messages name the right row after
cells that hold line breaks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

QUOTE, COMMA, NEWLINE, RETURN, NUL = b'",\n\r\x00'

Positions = NDArray[np.intp]


@dataclass(frozen=True)
class Structure:
    """quotes: every quote. commas, ends: the commas and line feeds that stand outside quoted cells.

    Read with `scan`. Only where `stray_quote` finds nothing are `commas` and `ends` to be trusted beyond it.
    """

    data: NDArray[np.uint8]
    quotes: Positions
    commas: Positions
    ends: Positions

    @property
    def starts(self) -> Positions:
        """Where each record begins."""
        starts = np.concatenate(([0], self.ends + 1)) if len(self.data) else np.zeros(0, dtype=np.intp)
        return starts[starts < len(self.data)].astype(np.intp)

    def place(self, offset: int) -> tuple[int, int]:
        """(record from 1, cell from 0) of a byte."""
        record = int(np.searchsorted(self.ends, offset))
        start = int(self.ends[record - 1]) + 1 if record else 0
        return record + 1, int(np.searchsorted(self.commas, offset) - np.searchsorted(self.commas, start))

    def cell_counts(self) -> Positions:
        """How many cells each record has."""
        starts = self.starts
        before = np.searchsorted(self.commas, np.append(starts, len(self.data)))
        return np.diff(before) + 1

    def blank_records(self) -> NDArray[np.bool_]:
        """Which records are lines with nothing on them."""
        first = self.data[self.starts]
        return np.isin(first, np.array([NEWLINE, RETURN], dtype=np.uint8))


def scan(data: bytes | memoryview) -> Structure:
    """The structure of a file's bytes."""
    view = np.frombuffer(data, dtype=np.uint8)
    quotes = np.flatnonzero(view == QUOTE)
    return Structure(
        data=view,
        quotes=quotes,
        commas=_outside(np.flatnonzero(view == COMMA), quotes),
        ends=_outside(np.flatnonzero(view == NEWLINE), quotes),
    )


def _outside(positions: Positions, quotes: Positions) -> Positions:
    """The positions that have an even number of quotes before them."""
    return positions[np.searchsorted(quotes, positions) % 2 == 0] if len(quotes) else positions


def stray_quote(structure: Structure) -> int | None:
    """The first quote that neither opens a cell, nor closes one, nor is doubled inside one; None when all do.

    An unclosed cell is reported at its opening quote.
    """
    data, quotes = structure.data, structure.quotes
    opening, closing = quotes[0::2], quotes[1::2]
    edges = np.array([QUOTE, COMMA, NEWLINE, RETURN], dtype=np.uint8)
    before, after = opening - 1, closing + 1
    bad_opening = opening[(before >= 0) & ~np.isin(data[np.maximum(before, 0)], edges)]
    bad_closing = closing[(after < len(data)) & ~np.isin(data[np.minimum(after, len(data) - 1)], edges)]
    unclosed = opening[len(closing) :]
    bad = np.concatenate((bad_opening, bad_closing, unclosed))
    return int(bad.min()) if len(bad) else None


def lone_returns(structure: Structure) -> Positions:
    """Carriage returns outside quoted cells that no line feed follows."""
    returns = _outside(np.flatnonzero(structure.data == RETURN), structure.quotes)
    following = np.append(structure.data, np.uint8(0))[returns + 1]
    return np.asarray(returns[following != NEWLINE], dtype=np.intp)
