"""Every table that goes out, in every form it may take."""

from collections.abc import Iterator

KINDS = (
    "tasks",
    "responses",
    "labels",
    "votes",
    "judgments",
    "panel_rankings",
    "lh_transcripts",
    "lh_labels",
)
SPLITS = ("unassigned", "public", "private", "all")
OF_TASKS = ("tasks", "responses", "votes", "judgments")


def exports(round_name: str, folder: str, kinds: tuple[str, ...] = KINDS) -> Iterator[str]:
    """Each table as CSV, as Parquet and for a spreadsheet; responses also as JSONL."""
    for kind in kinds:
        options = f" --round {round_name}" if kind == "labels" else ""
        yield f"export_table {kind} {folder}/{kind}.csv{options} --json"
        yield f"export_table {kind} {folder}/{kind}.parquet{options} --json"
        yield f"export_table {kind} {folder}/{kind}-spreadsheet.csv{options} --spreadsheet"
    yield f"export_table responses {folder}/responses.jsonl --json"


def exports_by_split(folder: str) -> Iterator[str]:
    """The tables that know the private holdout, for each split."""
    for split in SPLITS:
        for kind in OF_TASKS:
            yield f"export_table {kind} {folder}/{kind}-{split}.csv --split {split} --json"
