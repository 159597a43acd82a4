"""python -m benchmarks.pages [--database SQLite PostgreSQL] [--data FOLDER] [--quick] [--out FILE]

Fills a database by the whole main job, opens every page of the site and prints the slowest. --data takes a
folder (DATA_DIR) whose SQLite database was filled before; it is written to (people, an open round, the
cache).
"""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.machine import machine
from benchmarks.pages.section import page_sentences

DATABASES = ("SQLite", "PostgreSQL")


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description="Open every page.")
    parser.add_argument("--database", nargs="+", choices=DATABASES, default=list(DATABASES))
    parser.add_argument("--data", type=Path, help="a folder of data with a filled SQLite database")
    parser.add_argument("--quick", action="store_true", help="a small corpus")
    parser.add_argument("--out", type=Path, help="also write what is printed to this file")
    options = parser.parse_args(words)
    lines = [machine() + "\n"]
    print(lines[0], flush=True)
    with tempfile.TemporaryDirectory(prefix="concord-pages-") as folder:
        for sentence in page_sentences(Path(folder), options.database, options.quick, options.data):
            print(sentence, flush=True)
            lines.append(sentence)
    if options.out:
        options.out.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
