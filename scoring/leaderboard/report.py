"""The leaderboard as the pages show it, kept until a cell of the panel changes."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max

from calibration.models import FrozenPanel
from calibration.ratings.closed_round import checked_draws
from calibration.stats.resampling.draws import DEFAULT_DRAWS, DEFAULT_SEED
from scoring.leaderboard.frames import cell_frame
from scoring.leaderboard.standings import Standing, standings, with_ranks
from scoring.models import Cell

KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Leaderboard:
    """Standings of a panel on a split, with the smallest difference this many tasks can detect."""

    standings: list[Standing]
    detectable: float | None
    n_tasks: int
    draws: int
    seed: int

    @property
    def dimensions(self) -> list[str]:
        """Dimensions that occur, in published order."""
        return list(self.standings[0].dimensions) if self.standings else []


def leaderboard_of(panel: FrozenPanel, split: str) -> Leaderboard:
    """Compute it, or take the kept one when no cell has changed since. Raises BadInputError without cells."""
    seen = Cell.objects.filter(panel=panel, response__task__split=split).aggregate(
        newest=Max("computed_at"), number=Count("id")
    )
    state = f"{seen['number']}:{seen['newest'].timestamp()}" if seen["newest"] else "none"
    key = f"leaderboard:{panel.sha256}:{split}:{state}"
    board = cache.get(key)
    if board is None:
        frame = cell_frame(panel, split)
        draws = checked_draws(len(frame.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
        rows = standings(frame.models, frame.cells, frame.dimension_scores, draws)
        rows, detectable = with_ranks(rows, frame.models, frame.cells, draws)
        board = Leaderboard(rows, detectable, len(frame.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
        cache.set(key, board, KEPT_SECONDS)
    return board
