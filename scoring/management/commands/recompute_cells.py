"""Compute cells from judgments."""

from annotation.management.base import ConcordCommand


class Command(ConcordCommand):
    help = "Compute the cells of a panel, or of every panel with judgments, anew from its judgments."

    def add_options(self, parser):
        parser.add_argument(
            "--panel", help="name or number of a frozen panel; default all that have judgments"
        )

    def run(self, *, panel, **options):
        from scoring.cells.recompute import graded_panels, recompute_cells
        from scoring.leaderboard.panel_cells import grading_panel

        panels = [grading_panel(panel)] if panel else list(graded_panels())
        return {
            "panels": [{"panel": panel.name, **recompute_cells(panel=panel).as_json()} for panel in panels]
        }

    def lines(self, result):
        if not result["panels"]:
            yield "No panel has judgments yet, so there are no cells to compute."
        for row in result["panels"]:
            yield (
                f"{row['panel']}: {row['cells']:,} cells, of which {row['created']:,} are new and "
                f"{row['changed']:,} changed; {row['removed']:,} without judgments were removed."
            )
