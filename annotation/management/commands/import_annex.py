"""Bring in what the assistant said in long conversations that are here already."""

from pathlib import Path

from annotation.management.base import ConcordCommand


class Command(ConcordCommand):
    help = (
        "Import the annex of long conversations, which must be here already (import_table lh_transcripts). "
        "A known turn never changes, and the same file again changes nothing."
    )

    def add_options(self, parser):
        parser.add_argument("file", type=Path, help="CSV, Parquet or JSONL; by the suffix")

    def run(self, *, file, **options):
        from annotation.corpus.transcripts.annex import import_annex, read_annex

        return import_annex(source=read_annex(file), actor=None).as_json()

    def lines(self, result):
        yield f"{result['rows']:,} turns were read; {result['changed']:,} were filled in."
