"""The command line of the golden folders; `python -m benchmarks.golden --help`."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.golden.compare import compare, report
from benchmarks.golden.corpus import write_corpus, write_full_corpus
from benchmarks.golden.demo import write_demo
from benchmarks.golden.help_texts import write_help
from benchmarks.golden.log import CommandLog
from benchmarks.golden.programs import Run, Warm, run_cold
from benchmarks.golden.site import write_site

Part = Callable[[CommandLog], None]
PARTS: dict[str, Part] = {
    "help": write_help,
    "demo": write_demo,
    "corpus": write_corpus,
    "site": write_site,
}
FULL: dict[str, Part] = {"full": write_full_corpus}


def main(words: list[str]) -> int:
    """Exit code: 0, or 1 when a comparison finds a difference."""
    options = _options(words)
    if options.act == "write":
        _write(options, options.folder, _parts(options))
        return 0
    if options.act == "compare":
        return _compared(options, options.folder, options.other, options.only)
    parts = _parts(options)
    with tempfile.TemporaryDirectory(prefix="concord-golden-") as name:
        written = options.keep or Path(name) / "written"
        _write(options, written, parts)
        return _compared(options, options.folder, written, list(parts))


def write(folder: Path, parts: dict[str, Part], program: Run) -> None:
    """Write each part into a folder of its own; one that is there is written anew."""
    for name, part in parts.items():
        shutil.rmtree(folder / name, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="concord-golden-") as data:
            part(CommandLog(folder.resolve() / name, Path(data) / "data", program))
        print(f"written  {folder / name}", flush=True)


def _write(options: argparse.Namespace, folder: Path, parts: dict[str, Part]) -> None:
    if not options.warm:
        return write(folder, parts, run_cold)
    warm = Warm()
    try:
        write(folder, parts, warm.run)
    finally:
        warm.close()


def _parts(options: argparse.Namespace) -> dict[str, Part]:
    """Those named by --only, or all but the full corpus, which is long; --full adds it."""
    wanted = {*(options.only or PARTS), *(FULL if options.full else ())}
    return {name: part for name, part in (PARTS | FULL).items() if name in wanted}


def _compared(options: argparse.Namespace, folder: Path, other: Path, parts: list[str] | None) -> int:
    found = compare(folder, other, parts)
    for line in report(found, every=options.every):
        print(line)
    return 1 if found.differences or not found.equal else 0


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.golden",
        description="Write down all that anybody can see of Concord, and compare two such folders.",
    )
    acts = parser.add_subparsers(dest="act", required=True)
    for act, words_of_help in (
        ("write", "write a folder"),
        ("compare", "compare two folders"),
        ("check", "write anew and compare with a folder"),
    ):
        one = acts.add_parser(act, help=words_of_help)
        one.add_argument("folder", type=Path)
        one.add_argument("--only", nargs="+", choices=(*PARTS, *FULL), help="some parts; default: all")
        if act == "compare":
            one.add_argument("other", type=Path)
        else:
            one.add_argument("--full", action="store_true", help="also the corpus at its published size")
            one.add_argument("--warm", action="store_true", help="fork commands from a warm process: quicker")
        if act != "write":
            one.add_argument("--every", action="store_true", help="list every difference")
        if act == "check":
            one.add_argument("--keep", type=Path, help="write here, and leave it")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
