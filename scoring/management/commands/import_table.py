"""Bring a table into the database."""

import argparse
from pathlib import Path

from annotation.management.base import ConcordCommand, UsageError
from annotation.models import Split
from annotation.vocabulary import TABLE_KINDS
from scoring.tables.options import Wish

SHOWN_WARNINGS = 20
ABOUT = {
    "split": ("tasks",),
    "round": ("labels", "votes"),
    "panel": ("judgments",),
    "judges": ("judgments",),
}


def mapping(text: str) -> tuple[str, str]:
    """`THEIRS=OURS` as a pair."""
    theirs, separator, ours = text.partition("=")
    if not (theirs and separator and ours):
        raise argparse.ArgumentTypeError(f"{text!r} does not read THEIRS=OURS.")
    return theirs, ours


class Command(ConcordCommand):
    help = (
        "Import a table. Everything wrong with the file is told at once and then nothing is written; "
        "the same file again changes nothing."
    )

    def add_options(self, parser):
        parser.add_argument("kind", choices=TABLE_KINDS)
        parser.add_argument("file", type=Path, help="CSV or Parquet, responses also JSONL; by the suffix")
        parser.add_argument("--split", choices=Split.values, help="tasks: where they belong")
        parser.add_argument("--round", help="labels: the closed round to make; votes: whose revisions count")
        parser.add_argument("--panel", help="judgments: a frozen panel's name, number or manifest file")
        parser.add_argument("--judges", help="judgments: a,b,c registers an imported panel in that order")
        parser.add_argument(
            "--map",
            type=mapping,
            action="append",
            default=[],
            metavar="THEIRS=OURS",
            help="rename a column on the way in; may be given several times",
        )
        parser.add_argument("--ignore-unknown", action="store_true", help="leave out unknown columns")
        parser.add_argument("--dry-run", action="store_true", help="report what would be done; write nothing")

    def run(self, *, kind, file, split, round, panel, judges, map, ignore_unknown, dry_run, **options):
        given = {"split": split, "round": round, "panel": panel, "judges": judges}
        self._check_usage(kind, {name for name, value in given.items() if value is not None})
        wish = Wish(
            split=split,
            round=round,
            panel=panel,
            judges=judges.split(",") if judges is not None else None,
            rename=dict(map),
            ignore_unknown=ignore_unknown,
            dry_run=dry_run,
        )
        from scoring.tables.import_file import import_file

        result = import_file(kind=kind, path=file, wish=wish, actor=None)
        for warning in result["warnings"][:SHOWN_WARNINGS]:
            self.warn(warning)
        if len(result["warnings"]) > SHOWN_WARNINGS:
            self.warn(f"... and {len(result['warnings']) - SHOWN_WARNINGS:,} more such remarks.")
        return result

    def _check_usage(self, kind, given):
        if kind == "labels" and "round" not in given:
            raise UsageError("Labels need --round NAME: the round that they make, or that they belong to.")
        if kind == "judgments" and len({"panel", "judges"} & given) != 1:
            raise UsageError("Judgments need either --panel ID or FILE, or --judges a,b,c in column order.")
        for name in sorted(given):
            if kind not in ABOUT[name]:
                self.warn(f"--{name} says nothing about {kind} and is not used.")

    def lines(self, result):
        done = "would be" if result["dry_run"] else "were"
        yield (
            f"{result['file']}: of {result['rows']:,} rows {result['created']:,} {done} created and "
            f"{result['changed']:,} changed; {result['unchanged']:,} were known already."
        )
        if result["warnings"]:
            yield f"There is something to look at in {len(result['warnings']):,} places."
