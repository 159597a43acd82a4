"""One row a measurement: what was done, what was to be reached, what was measured, and what peers need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

HEADS = ("What", "Target", "Measured", "User CPU", "Peak memory", "Met")
PEER_HEADS = ("Library", "For", "Needs", "Reckoned from", "Concord is faster by")


@dataclass(frozen=True)
class Peer:
    """Another library at the same work. seconds: reckoned from `timed` steps that were really done."""

    name: str
    seconds: float
    timed: int


@dataclass(frozen=True)
class Row:
    """A measurement. `is_judged` is False where the work was made smaller than the target speaks of."""

    what: str
    seconds: float
    cpu_seconds: float | None = None
    peak_mib: float | None = None
    target_seconds: float | None = None
    target_mib: float | None = None
    is_judged: bool = True
    peers: list[Peer] = field(default_factory=list)

    @property
    def is_met(self) -> bool | None:
        """Whether the targets are reached; None when there are none to judge by."""
        targets = ((self.seconds, self.target_seconds), (self.peak_mib, self.target_mib))
        judged = [value <= limit for value, limit in targets if limit is not None and value is not None]
        return all(judged) if judged and self.is_judged else None

    def cells(self) -> list[str]:
        limits = [duration(self.target_seconds), memory(self.target_mib)]
        return [
            self.what,
            ", ".join(limit for limit in limits if limit) or "none",
            duration(self.seconds),
            duration(self.cpu_seconds),
            memory(self.peak_mib),
            {True: "yes", False: "NO", None: ""}[self.is_met],
        ]


def table(rows: Iterable[Row]) -> str:
    """The measurements as a Markdown table whose columns line up."""
    return aligned([HEADS, *(row.cells() for row in rows)])


def peer_table(rows: Iterable[Row]) -> str:
    """What peers need for the same; empty when none was measured."""
    lines = [
        (
            peer.name,
            row.what,
            duration(peer.seconds),
            f"{peer.timed:,} steps",
            f"{peer.seconds / row.seconds:,.0f} times",
        )
        for row in rows
        for peer in row.peers
    ]
    return aligned([PEER_HEADS, *lines]) if lines else ""


def aligned(lines: list[Sequence[str]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |"
        for line in lines
    )


def duration(seconds: float | None) -> str:
    """Such as `48 ms`, `1.25 s`, `12 min`, `2.6 h`."""
    if seconds is None:
        return ""
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.3g} min" if seconds < 7200 else f"{seconds / 3600:.3g} h"


def memory(mib: float | None) -> str:
    return "" if mib is None else f"{mib:,.0f} MiB"
