"""How good is each model?"""

from annotation.management.base import ConcordCommand
from annotation.models import Split
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from scoring.leaderboard.slices import SLICES


class Command(ConcordCommand):
    help = "Mean score of each model by a frozen panel, with task-bootstrap intervals."

    def add_options(self, parser):
        parser.add_argument(
            "--panel", help="name or number of a frozen panel; default: the newest that graded"
        )
        parser.add_argument("--split", choices=Split.values, default=Split.PUBLIC)
        parser.add_argument("--by", choices=SLICES)
        parser.add_argument("--draws", type=int, default=DEFAULT_DRAWS)
        parser.add_argument("--seed", type=int, default=DEFAULT_SEED)

    def run(self, *, panel, split, by, draws, seed, **options):
        from calibration.panels.health import require_verified
        from scoring.leaderboard.panel_cells import grading_panel
        from scoring.leaderboard.report import leaderboard

        graded_by = grading_panel(panel)
        for warning in require_verified(graded_by):
            self.warn(warning)
        return leaderboard(panel=graded_by, split=split, by=by, draws=draws, seed=seed).as_json()

    def lines(self, result):
        yield f"Panel {result['panel']}, {result['split']} split, {result['n_tasks']:,} tasks."
        for position, row in enumerate(result["models"], start=1):
            yield f"{position:>3}  {_score(row)}  {row['model_id']}{_left_out(row)}"
        for label, rows in result.get("by", {}).items():
            yield label
            yield from (f"     {_score(row)}  {row['model_id']}" for row in rows)


def _score(row):
    if row["mean"] is None:
        return "–  no cell counts"
    interval = f" ({row['low']:.1%} to {row['high']:.1%})" if row["low"] is not None else ""
    return f"{row['mean']:.1%}{interval}"


def _left_out(row):
    return f"  ({row['cells_left_out']:,} cells left out)" if row["cells_left_out"] else ""
