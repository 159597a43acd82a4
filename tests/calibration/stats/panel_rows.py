"""All rows of a table of panels, for tests that look at every one."""

from typing import Any

from calibration.stats.ranking.ranking_result import PanelTable


def rows_of(table: PanelTable) -> list[dict[str, Any]]:
    """The table's rows, best first."""
    return [table.row(panel) for panel in range(len(table))]
