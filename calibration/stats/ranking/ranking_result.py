"""What a ranking of panels hands back: tables in rank order, the recommendation, and what to know before
trusting it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.stats.ranking.ranking_inputs import Candidate, RankingInputs
from calibration.stats.ranking.recommendation import Recommendation
from calibration.stats.ranking.winners_curse import ChosenKappa
from calibration.stats.resampling.draws import Draws
from calibration.stats.resampling.estimate import Estimate

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class PanelTable:
    """One entry a panel, best first. Arrays have length P and hold NaN where undefined; `row` gives None
    instead.

    members: P x k, positions in `judges`. The columns are those of the table panel_rankings (FORMATS.md).
    Columns that were not computed are None: intervals without draws; rank, corrected kappa, probability
    of being best, rank interval and set for the baselines, which take no part in the ranking.
    kappa_undefined_draws: draws left out of the interval. families: number of distinct known families.
    kappa_low, kappa_high: percentiles. kappa_headline_low and _high: see `panel_headlines`.
    cost_per_1000: NaN when the cost of a judge is unknown.
    """

    judges: tuple[Candidate, ...]
    members: Whole
    score: Numbers
    kappa: Numbers
    macro_f1: Numbers
    agreement: Numbers
    mcc: Numbers
    gwet_ac1: Numbers
    false_met_rate: Numbers
    false_not_met_rate: Numbers
    net_bias: Numbers
    units: Whole
    units_full: Whole
    units_reduced: Whole
    ties: Whole
    units_no_vote: Whole
    units_by_votes: Whole
    missing_votes: Whole
    families: Whole
    cost_per_1000: Numbers
    kappa_low: Numbers | None = None
    kappa_high: Numbers | None = None
    kappa_headline_low: Numbers | None = None
    kappa_headline_high: Numbers | None = None
    kappa_undefined_draws: Whole | None = None
    rank: Whole | None = None
    kappa_corrected: Numbers | None = None
    p_best: Numbers | None = None
    rank_low: Whole | None = None
    rank_high: Whole | None = None
    in_indifference_set: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.members)

    def names(self, panel: int) -> tuple[str, ...]:
        """The judges of a panel, in the order in which the candidates were given."""
        return tuple(self.judges[judge].name for judge in self.members[panel])

    def row(self, panel: int) -> dict[str, Any]:
        """Everything about one panel in plain Python values, None where undefined; `judges` holds the
        names.
        """
        columns = (field.name for field in fields(self) if field.name not in ("judges", "members"))
        return {"judges": list(self.names(panel))} | {
            name: _plain(getattr(self, name), panel) for name in columns
        }

    def columns(self, names: Iterable[str], panels: slice) -> dict[str, list[Any]]:
        """These columns of some of the panels as lists of the values of `row`, many panels at once."""
        return {name: self._column(name, panels) for name in names}

    def _column(self, name: str, panels: slice) -> list[Any]:
        members = self.members[panels]
        if name == "judges":
            names = [judge.name for judge in self.judges]
            return [[names[judge] for judge in panel] for panel in members.tolist()]
        column = getattr(self, name)
        if column is None:
            return [None] * len(members)
        values = column[panels]
        plain: list[Any] = values.tolist()
        if values.dtype.kind != "f":
            return plain
        return [value if known else None for value, known in zip(plain, np.isfinite(values), strict=True)]


@dataclass(frozen=True)
class RankingWarning:
    """Something to know before trusting the ranking: a code and its sentence."""

    code: str
    sentence: str


@dataclass(frozen=True)
class RankingResult:
    """All panels ranked, with their baselines.

    chosen_by_rank, chosen_by_rule: kappa of the first and of the recommended panel, corrected for having been
    chosen so; None without draws. leave_tasks_out: kappa of the choice on tasks it has not seen.
    interval_reason: why there are no intervals, or None. recommendation: positions in `panels`. inputs,
    drawn: what the ranking was made from.
    """

    panels: PanelTable
    single_judges: PanelTable
    all_judges: PanelTable
    recommendation: Recommendation
    chosen_by_rank: ChosenKappa | None
    chosen_by_rule: ChosenKappa | None
    leave_tasks_out: Estimate
    interval_reason: str | None
    warnings: tuple[RankingWarning, ...]
    inputs: RankingInputs
    drawn: Draws

    @property
    def optimism(self) -> float | None:
        """Mean gain of a draw's winner over its kappa on all tasks; None when it cannot be computed."""
        chosen = self.chosen_by_rank
        if chosen is None or chosen.apparent is None or chosen.optimism_corrected is None:
            return None
        return chosen.apparent - chosen.optimism_corrected

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All judges that were given, also those no panel contains."""
        return self.inputs.candidates

    @property
    def size(self) -> int:
        return self.inputs.size

    @property
    def metric(self) -> str:
        return self.inputs.metric

    @property
    def n_units(self) -> int:
        return len(self.inputs.gold)

    @property
    def n_units_decided(self) -> int:
        return self.inputs.n_decided

    @property
    def n_tasks(self) -> int:
        return self.inputs.n_tasks

    @property
    def draws(self) -> int:
        return self.drawn.n_draws

    @property
    def seed(self) -> int:
        return self.drawn.seed

    @property
    def draws_sha256(self) -> str | None:
        """Of the drawn task numbers; None without draws."""
        return self.drawn.sha256 if self.drawn.n_draws else None

    @property
    def recommended(self) -> tuple[str, ...]:
        """Names of the recommended panel."""
        return self.panels.names(self.recommendation.panel)

    @property
    def first_by_rank(self) -> tuple[str, ...]:
        """Names of the panel that rank alone would choose."""
        return self.panels.names(self.recommendation.by_rank_alone)


def _plain(column: NDArray[Any] | None, panel: int) -> Any:
    if column is None:
        return None
    value = column[panel].tolist()
    return None if isinstance(value, float) and not np.isfinite(value) else value
