"""Rank every panel of k judges against the clinicians, honestly (STATISTICS.md section 5)."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.stats.judges.confusion_statistics import STATISTICS
from calibration.stats.ranking.leave_tasks_out import leave_tasks_out
from calibration.stats.ranking.panel_resampling import Progress, Resampled, kappa_intervals, resample
from calibration.stats.ranking.panel_table import baseline_table, panel_costs, ranked_table
from calibration.stats.ranking.panels import PanelCounts, all_panels, count_panels
from calibration.stats.ranking.ranking_inputs import RankingInputs, check_inputs
from calibration.stats.ranking.ranking_order import PanelOrder
from calibration.stats.ranking.ranking_result import PanelTable, RankingResult
from calibration.stats.ranking.ranking_warnings import ranking_warnings
from calibration.stats.ranking.recommendation import PanelFacts, recommend
from calibration.stats.ranking.rule_in_draws import rule_in_draws
from calibration.stats.ranking.shrunken_centre import shrunken_centre
from calibration.stats.ranking.winners_curse import ChosenKappa, DrawChoices, chosen_kappa
from calibration.stats.resampling import reasons
from calibration.stats.resampling.defaults import DEFAULT_DRAWS, DEFAULT_SEED
from calibration.stats.resampling.draws import Draws, task_draws
from calibration.stats.resampling.in_blocks import one_blas_thread
from calibration.stats.resampling.input_error import StatisticsInputError

MOST_DRAWS = 1_000_000


def rank_panels(
    votes: ArrayLike,
    gold: ArrayLike,
    task_index: ArrayLike,
    judge_names: Sequence[str],
    judge_costs: Sequence[float | None] | None = None,
    judge_families: Sequence[str | None] | None = None,
    size: int = 3,
    metric: str = "kappa",
    draws: int = DEFAULT_DRAWS,
    seed: int = DEFAULT_SEED,
    progress: Progress | None = None,
    include_anyway: Collection[str] = (),
    coverage_over_gold: bool = True,
) -> RankingResult:
    """Rank all C(J, size) panels, with single judges and all judges together as baselines.

    votes: U x J, 1 met, 0 not met, -1 no vote. gold: U, 1 met, 0 not met, -1 undecided (such units count
    nowhere). task_index: U, whole numbers from 0 in the sorted order of the tasks'
    UNIQUE_ID. judge_costs: per 1,000 units, None where unknown. judge_families: None where unknown.
    metric: one of METRICS; decides order, probability of being best, ranks and set. Intervals and
    correction are of kappa. draws: 0 gives values without intervals. progress is told the share done,
    from 0 to 1. include_anyway: names of judges to keep in spite of a coverage below 95 %.
    coverage_over_gold: whether coverage is a share of the units with gold, or of all, as it once was. Raises
    StatisticsInputError (a ValueError) with one sentence when there is nothing to rank.
    """
    inputs = check_inputs(
        votes,
        gold,
        task_index,
        judge_names,
        judge_costs,
        judge_families,
        size,
        metric,
        include_anyway,
        coverage_over_gold,
    )
    drawn = _task_draws(inputs, draws, seed)
    with one_blas_thread():
        return _rank(inputs, drawn, progress or (lambda share: None))


def _rank(inputs: RankingInputs, drawn: Draws, progress: Progress) -> RankingResult:
    members, counts, order = _in_rank_order(inputs)
    no_interval = _no_interval(inputs, drawn.n_draws)
    by_task = None if no_interval else np.ascontiguousarray(drawn.counts.T)
    resampled = None if by_task is None else _resampled(inputs, members, counts, by_task, progress)
    chosen = _first_by_rank(counts, resampled, drawn)
    panels = ranked_table(members, counts, inputs.judges, inputs.metric, resampled, chosen)
    _refuse_without_value(panels)
    facts = PanelFacts(panels.missing_votes, panels.cost_per_1000, panels.families, inputs.n_decided)
    recommendation = recommend(panels.score, panels.in_indifference_set, facts)
    n_judges = len(inputs.judges)
    result = RankingResult(
        panels=panels,
        single_judges=_baselines(inputs, all_panels(n_judges, 1), by_task),
        all_judges=_baselines(inputs, np.arange(n_judges)[None], by_task),
        recommendation=recommendation,
        chosen_by_rank=chosen,
        chosen_by_rule=_recommended(recommendation.panel, counts, resampled, facts, drawn),
        leave_tasks_out=leave_tasks_out(counts, order, drawn),
        interval_reason=no_interval,
        warnings=ranking_warnings(inputs, panels, drawn.n_draws, no_interval),
        inputs=inputs,
        drawn=drawn,
    )
    progress(1.0)
    return result


def _resampled(
    inputs: RankingInputs,
    members: NDArray[np.int64],
    counts: PanelCounts,
    by_task: NDArray[np.float32],
    progress: Progress,
) -> Resampled:
    scores = STATISTICS[inputs.metric].of(*counts.totals())
    shift = np.nan_to_num(shrunken_centre(counts, members, inputs.metric) - scores)
    return resample(counts, inputs.metric, shift, by_task, progress)


def _first_by_rank(counts: PanelCounts, resampled: Resampled | None, drawn: Draws) -> ChosenKappa | None:
    """Kappa of the first panel, corrected for having been chosen as the first; None without draws."""
    if resampled is None:
        return None
    choices = DrawChoices(resampled.winners.panel, resampled.winners_around_centre.panel)
    return chosen_kappa(0, counts, choices, drawn)


def _recommended(
    panel: int, counts: PanelCounts, resampled: Resampled | None, facts: PanelFacts, drawn: Draws
) -> ChosenKappa | None:
    """Kappa of the recommended panel, corrected for having been chosen by the rule; None without draws."""
    if resampled is None:
        return None
    scores_of, nearness = resampled.scores_of, resampled.nearness
    unshifted = np.zeros(len(counts))
    choices = DrawChoices(
        rule_in_draws(scores_of, resampled.winners, facts, nearness, unshifted),
        rule_in_draws(scores_of, resampled.winners_around_centre, facts, nearness, resampled.shift),
    )
    return chosen_kappa(panel, counts, choices, drawn)


def _refuse_without_value(panels: PanelTable) -> None:
    if np.isnan(panels.score).all():
        raise StatisticsInputError(
            "No panel has a value: every verdict and every gold value is in the same category, so panels "
            "cannot be ranked."
        )


def _task_draws(inputs: RankingInputs, draws: int, seed: int) -> Draws:
    if isinstance(draws, int) and draws > MOST_DRAWS:
        raise StatisticsInputError(f"At most {MOST_DRAWS:,} draws can be made; {draws:,} were asked for.")
    try:
        return task_draws(inputs.n_tasks, draws, seed)
    except ValueError as problem:
        raise StatisticsInputError(str(problem)) from None


def _no_interval(inputs: RankingInputs, draws: int) -> str | None:
    if draws == 0:
        return reasons.NO_DRAWS
    return reasons.ONE_TASK if inputs.n_tasks < 2 else None


def _in_rank_order(inputs: RankingInputs) -> tuple[NDArray[np.int64], PanelCounts, PanelOrder]:
    """Panels, their counts, and the rule that ordered them."""
    members = all_panels(len(inputs.judges), inputs.size)
    counts = _count(inputs, members)
    best_first = _order(inputs, members, counts).of(counts)
    members, counts = members[best_first], counts.take(best_first)
    return members, counts, _order(inputs, members, counts)


def _count(inputs: RankingInputs, members: NDArray[np.int64]) -> PanelCounts:
    return count_panels(inputs.votes, inputs.gold, inputs.task_index, inputs.n_tasks, members)


def _order(inputs: RankingInputs, members: NDArray[np.int64], counts: PanelCounts) -> PanelOrder:
    not_full = counts.units_by_votes[:, :-1].sum(axis=1)
    names = [judge.name for judge in inputs.judges]
    return PanelOrder(inputs.metric, not_full, panel_costs(members, inputs.judges), members, names)


def _baselines(
    inputs: RankingInputs, members: NDArray[np.int64], by_task: NDArray[np.float32] | None
) -> PanelTable:
    """Panels outside the ranking, best first."""
    counts = _count(inputs, members)
    best_first = _order(inputs, members, counts).of(counts)
    members, counts = members[best_first], counts.take(best_first)
    intervals = None if by_task is None else kappa_intervals(counts, by_task)
    return baseline_table(members, counts, inputs.judges, inputs.metric, intervals)
