"""Say how two golden folders differ: which files are in one alone, and where the others part."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.golden.markup import layout_free

AROUND = 60
SHOWN = 12
OF_PAGES = ("pages", "acts")  # folders of answers of the site
PARTED = "=== "


@dataclass(frozen=True)
class Difference:
    """A file that is not the same in both folders, in words of at most three lines."""

    name: str
    words: str


@dataclass(frozen=True)
class Comparison:
    """equal: files with the same bytes. laid_out: pages that differ only in how their source is laid out."""

    equal: int
    laid_out: Sequence[str]
    differences: Sequence[Difference]


def compare(folder: Path, other: Path, parts: list[str] | None = None) -> Comparison:
    """Compare `parts`, the folders at the top, or all that either folder holds."""
    here, there = _files(folder, parts), _files(other, parts)
    differences = [Difference(name, f"only in {folder}") for name in sorted(here - there)]
    differences += [Difference(name, f"only in {other}") for name in sorted(there - here)]
    equal, laid_out = 0, []
    for name in sorted(here & there):
        ours, theirs = folder / name, other / name
        if _digest(ours) == _digest(theirs):
            equal += 1
        elif _is_page(name) and _as_seen(ours) == _as_seen(theirs):
            laid_out.append(name)
        else:
            differences.append(Difference(name, _first_difference(ours, theirs, _is_page(name))))
    return Comparison(equal, laid_out, differences)


def report(found: Comparison, *, every: bool) -> Iterator[str]:
    """Sentences about a comparison; without `every`, the first differences of each folder only."""
    listed: dict[str, int] = {}
    for difference in found.differences:
        place = str(Path(difference.name).parent)
        listed[place] = listed.get(place, 0) + 1
        if every or listed[place] <= SHOWN:
            yield f"{difference.name}\n    {difference.words}"
    for place, number in listed.items():
        if not every and number > SHOWN:
            yield f"{place}: {number - SHOWN} more files differ (--every lists them)."
    if found.laid_out:
        yield f"{len(found.laid_out):,} pages differ only in the layout of their source."
    yield f"{found.equal:,} files are equal byte for byte, {len(found.differences):,} are not."


def _files(folder: Path, parts: list[str] | None) -> set[str]:
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    return {name for name in names if parts is None or name.split("/")[0] in parts}


def _is_page(name: str) -> bool:
    return len(Path(name).parts) > 2 and Path(name).parts[1] in OF_PAGES


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_seen(path: Path) -> str:
    """Each answer of the file: its head as it is, a page without its layout."""
    parts = []
    for answer in ("\n" + path.read_text(encoding="utf-8")).split(f"\n{PARTED}"):
        head, _, body = answer.partition("\n\n")
        parts.append(f"{head}\n\n{layout_free(body) if 'text/html' in head else body}")
    return f"\n{PARTED}".join(parts)


def _first_difference(path: Path, other: Path, is_page: bool) -> str:
    if is_page:
        ours, theirs = _as_seen(path).encode(), _as_seen(other).encode()
    else:
        ours, theirs = path.read_bytes(), other.read_bytes()
    pairs = enumerate(zip(ours, theirs, strict=False))
    place = next((n for n, (a, b) in pairs if a != b), min(len(ours), len(theirs)))
    start, line = max(0, place - AROUND), ours[:place].count(b"\n") + 1
    sides = [repr(text[start : place + AROUND].decode(errors="replace")) for text in (ours, theirs)]
    return f"line {line}, byte {place:,}:\n    - {sides[0]}\n    + {sides[1]}"
