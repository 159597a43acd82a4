"""Everything measured as one page of documentation."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.rows import Row, peer_table, table

HOW = Path(__file__).with_name("how.md")


def page(machine: str, rows: Sequence[Row], sentences: Sequence[str]) -> str:
    """The whole page, in Markdown."""
    return "\n".join(_parts(machine, rows, sentences)) + "\n"


def _parts(machine: str, rows: Sequence[Row], sentences: Sequence[str]) -> Iterator[str]:
    yield HOW.read_text(encoding="utf-8").rstrip()
    yield f"\n## Results\n\n{machine}\n"
    yield table(rows)
    if peers := peer_table(rows):
        yield f"\n## Other libraries\n\n{peers}"
    if sentences:
        yield "\n## In words\n"
        yield from (f"- {sentence}" for sentence in sentences)
