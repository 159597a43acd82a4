"""The leaderboard of a panel: computed once into one report, which pages and the command's --json render.

The usual one is cached by the stamp of the panel's cells.
"""

from dataclasses import dataclass
from typing import Any

from annotation.base.array_cache import cached_result
from annotation.base.errors import BadInputError
from annotation.models import Split
from calibration.models import FrozenPanel
from calibration.ratings.closed_round import checked_draws
from calibration.stats.agreement.slices import SliceDraws, each_slice
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate
from calibration.stats.scores.model_means_and_ranks import model_means
from scoring.leaderboard.panel_cells import PanelCells, cell_source, panel_cells
from scoring.leaderboard.slices import DIMENSION, SLICES
from scoring.leaderboard.standings import ModelStanding, mean_as_json, standings, with_ranks


@dataclass(frozen=True)
class SliceMean:
    """The mean of a model within one slice."""

    model_id: str
    mean: Estimate

    def as_json(self) -> dict[str, Any]:
        return {"model_id": self.model_id, **mean_as_json(self.mean)}


@dataclass(frozen=True)
class Leaderboard:
    """Standings of a panel on a split, best first. A model without any included cell comes last.

    detectable: the smallest difference this many tasks can detect, None where no ranks were made.
    draws_sha256: None without draws. by: the means within each slice, None where no slices were asked for.
    """

    panel: str
    split: str
    n_tasks: int
    draws: int
    seed: int
    draws_sha256: str | None
    standings: list[ModelStanding]
    detectable: float | None = None
    by: dict[str, list[SliceMean]] | None = None

    @property
    def dimensions(self) -> list[str]:
        """Dimensions that occur, in published order."""
        return list(self.standings[0].dimensions) if self.standings else []

    def as_json(self) -> dict[str, Any]:
        """The JSON object of the command."""
        names = ("panel", "split", "n_tasks", "draws", "seed", "draws_sha256")
        report = {name: getattr(self, name) for name in names}
        report["models"] = [standing.as_json() for standing in self.standings]
        if self.by is not None:
            report["by"] = {name: [mean.as_json() for mean in means] for name, means in self.by.items()}
        return report


def ranked_leaderboard(panel: FrozenPanel, split: str) -> Leaderboard:
    """The leaderboard with ranks, as pages show it; computed once for a stamp of the panel's cells.

    Raises BadInputError without cells.
    """
    source = cell_source(panel, split)
    name = f"panel-{panel.pk}/leaderboard-{split}"
    return cached_result(name, source.stamp, Leaderboard, lambda: _ranked(panel_cells(source), split))


def leaderboard(
    *,
    panel: FrozenPanel,
    split: str = Split.PUBLIC,
    by: str | None = None,
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
) -> Leaderboard:
    """The leaderboard without ranks, by any slice, on any draws; all models on the same ones.

    Raises BadInputError for an unknown slice or split, draws and seeds out of range, and a panel without
    cells.
    """
    if by is not None and by not in SLICES:
        raise BadInputError(f"The leaderboard can be shown by {', '.join(SLICES)}; {by!r} is none of these.")
    if split not in Split.values:
        raise BadInputError(f"Splits are {', '.join(Split.values)}; {split!r} is none of these.")
    cells = panel_cells(cell_source(panel, split, by))
    drawn = checked_draws(len(cells.tasks), draws, seed)
    return Leaderboard(
        panel=panel.name,
        split=split,
        n_tasks=len(cells.tasks),
        draws=draws,
        seed=seed,
        draws_sha256=drawn.sha256 if draws else None,
        standings=standings(cells.models, cells.scored, cells.dimension_scores, drawn),
        by=None if by in (None, DIMENSION) else _slices(cells, drawn),
    )


def _ranked(cells: PanelCells, split: str) -> Leaderboard:
    drawn = checked_draws(len(cells.tasks), DEFAULT_DRAWS, DEFAULT_SEED)
    rows = standings(cells.models, cells.scored, cells.dimension_scores, drawn)
    rows, detectable = with_ranks(rows, cells.models, cells.scored, drawn)
    return Leaderboard(
        panel=cells.panel.name,
        split=split,
        n_tasks=len(cells.tasks),
        draws=DEFAULT_DRAWS,
        seed=DEFAULT_SEED,
        draws_sha256=drawn.sha256,
        standings=rows,
        detectable=detectable,
    )


def _slices(cells: PanelCells, draws: Draws) -> dict[str, list[SliceMean]]:
    """Means within each slice; a slice of fewer tasks is resampled as if it were all there is."""
    draws_of, slices = SliceDraws(draws), {}
    for label, chosen in each_slice(cells.slice_labels):
        part = cells.scored.alone(chosen)
        means = model_means(part, draws_of(part.n_tasks))
        slices[label] = [SliceMean(*row) for row in zip(cells.models, means, strict=True)]
    return slices
