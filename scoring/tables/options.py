"""What command, page and form may ask of an import or an export, beside the kind of table and the file."""

from collections.abc import Sequence
from dataclasses import dataclass, field

IMPORTED_KINDS = ("tasks", "responses", "labels", "votes", "judgments", "lh_transcripts", "lh_labels")


@dataclass(frozen=True)
class Wish:
    """What was asked for beside the file. Each field matters to the kinds that it is about and to no
    other.
    """

    split: str | None = None
    round: str | None = None
    panel: str | None = None
    judges: Sequence[str] | None = None
    rename: dict[str, str] = field(default_factory=dict)
    ignore_unknown: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class ExportOptions:
    """What to export. split: see `tasks_to_export`. round, panel: by name; None takes the newest that
    fits.
    """

    split: str | None = None
    round: str | None = None
    panel: str | None = None
    spreadsheet: bool = False
