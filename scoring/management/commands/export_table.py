"""Write a table from the database to a file."""

from pathlib import Path

from annotation.corpus.tasks_to_export import EVERYTHING
from annotation.management.base import ConcordCommand, UsageError
from annotation.models import Split
from annotation.vocabulary import TABLE_KINDS
from scoring.tables.options import ExportOptions


class Command(ConcordCommand):
    help = (
        "Export a table in canonical order, so that an import comes back byte for byte. The private holdout "
        "is left out unless it is named."
    )

    def add_options(self, parser):
        parser.add_argument("kind", choices=TABLE_KINDS)
        parser.add_argument("file", type=Path, help="CSV or Parquet, responses also JSONL; by the suffix")
        parser.add_argument(
            "--split", choices=[*Split.values, EVERYTHING], help="default: all but the private holdout"
        )
        parser.add_argument(
            "--round", help="labels: the closed round; votes, panel_rankings: only of this one"
        )
        parser.add_argument("--panel", help="judgments: name or number of the panel; default the newest")
        parser.add_argument(
            "--spreadsheet",
            action="store_true",
            help="CSV for a spreadsheet program: with a BOM, and with cells guarded that it would run",
        )

    def run(self, *, kind, file, split, round, panel, spreadsheet, **options):
        if kind == "labels" and round is None:
            raise UsageError("Labels need --round NAME, since each round has its own.")
        choice = ExportOptions(split=split, round=round, panel=panel, spreadsheet=spreadsheet)
        from scoring.tables.export_file import export_file

        result = export_file(kind=kind, path=file, choice=choice, actor=None)
        for remark in result["remarks"]:
            self.warn(remark)
        return result

    def lines(self, result):
        yield f"{result['rows']:,} rows were written to {result['file']}."
