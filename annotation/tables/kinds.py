"""All tables, by the word that commands use for them."""

from annotation.tables.columns import TableLayout
from annotation.tables.judgments import JUDGMENTS, VOTES
from annotation.tables.labels import LABELS
from annotation.tables.long_horizon import LH_LABELS, LH_TRANSCRIPTS
from annotation.tables.panel_rankings import RANKINGS
from annotation.tables.responses import RESPONSES
from annotation.tables.tasks import TASKS

LAYOUTS: dict[str, TableLayout] = {
    layout.kind: layout
    for layout in (TASKS, RESPONSES, LABELS, VOTES, JUDGMENTS, RANKINGS, LH_TRANSCRIPTS, LH_LABELS)
}


def layout_of(kind: str) -> TableLayout:
    """The layout of a table; ValueError, with the words that exist, for an unknown one."""
    try:
        return LAYOUTS[kind]
    except KeyError:
        raise ValueError(f"There is no table {kind!r}; the tables are {', '.join(LAYOUTS)}.") from None
