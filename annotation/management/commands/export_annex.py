"""Hand the long conversations, the assistant's turns among them, to somebody the audit log names."""

from pathlib import Path

from annotation.management.base import ConcordCommand


class Command(ConcordCommand):
    help = (
        "Write the annex of long conversations, with what the assistant said. It is no published table: the "
        "audit log names who gets it."
    )

    def add_options(self, parser):
        parser.add_argument("file", type=Path, help="CSV, Parquet or JSONL; by the suffix")
        parser.add_argument("--recipient", required=True, help="who gets it")

    def run(self, *, file, recipient, **options):
        from annotation.corpus.transcripts.annex import export_annex

        return export_annex(path=file, recipient=recipient, actor=None)

    def lines(self, result):
        yield (
            f"{result['turns']:,} turns of {result['transcripts']:,} conversations are in {result['file']}, "
            f"for {result['recipient']}. The audit log says so."
        )
