"""The leaderboard as the pages show it, cached by the stamp of the panel's cells."""

from dataclasses import dataclass

from annotation.base.array_cache import cached_result
from calibration.models import FrozenPanel
from calibration.ratings.closed_round import checked_draws
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from scoring.leaderboard.frames import CellFrame, cell_frame, cell_source
from scoring.leaderboard.standings import Standing, standings, with_ranks


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
    """Computed once for a stamp of the panel's cells. Raises BadInputError without cells."""
    source = cell_source(panel, split)
    name = f"panel-{panel.pk}/leaderboard-{split}"
    return cached_result(name, source.stamp, Leaderboard, lambda: _computed(cell_frame(source)))


def _computed(frame: CellFrame) -> Leaderboard:
    draws = checked_draws(len(frame.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
    rows = standings(frame.models, frame.cells, frame.dimension_scores, draws)
    rows, detectable = with_ranks(rows, frame.models, frame.cells, draws)
    return Leaderboard(rows, detectable, len(frame.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
