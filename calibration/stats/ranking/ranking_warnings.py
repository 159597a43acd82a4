"""What a reader should know before trusting a ranking, in sentences."""

from collections.abc import Iterator

import numpy as np

from calibration.stats.ranking.ranking_inputs import LEAST_COVERAGE, RankingInputs
from calibration.stats.ranking.ranking_order import DECIMALS
from calibration.stats.ranking.ranking_result import PanelTable, RankingWarning
from calibration.stats.resampling import reasons
from calibration.stats.resampling.cautions import FEW_TASKS, few_draws

MANY_UNDEFINED = 0.01


def ranking_warnings(
    inputs: RankingInputs, panels: PanelTable, n_draws: int, interval_reason: str | None
) -> tuple[RankingWarning, ...]:
    """All warnings that apply, most general first."""
    warnings = [
        *_about_gold(inputs),
        *_about_intervals(inputs, n_draws, interval_reason),
        *_about_judges(inputs),
        *_about_panels(inputs, panels, n_draws),
    ]
    return tuple(RankingWarning(code, sentence) for code, sentence in warnings)


def _about_gold(inputs: RankingInputs) -> Iterator[tuple[str, str]]:
    decided = inputs.gold[inputs.gold >= 0]
    if decided.min() == decided.max():
        word = "met" if decided[0] == 1 else "not met"
        yield (
            "one_category",
            f"The clinicians' majority is {word} on every decided unit, so kappa is zero or undefined for "
            "every panel and cannot tell panels apart. Look at agreement and AC1.",
        )


def _about_intervals(
    inputs: RankingInputs, n_draws: int, interval_reason: str | None
) -> Iterator[tuple[str, str]]:
    if interval_reason is not None:
        yield interval_reason, reasons.sentence(interval_reason)
        return
    if inputs.n_tasks < FEW_TASKS:
        yield (
            "few_tasks",
            f"There are only {inputs.n_tasks} tasks; intervals from fewer than {FEW_TASKS} tasks are "
            "too narrow.",
        )
    rough = few_draws(n_draws)
    if rough is not None:
        yield "few_draws", rough


def _about_judges(inputs: RankingInputs) -> Iterator[tuple[str, str]]:
    for judge in inputs.candidates:
        if judge.coverage >= LEAST_COVERAGE:
            continue
        consequence = (
            "panels contain it because that was asked for" if judge.included else "no panel contains it"
        )
        yield (
            "low_coverage",
            f"{judge.name} voted on {judge.coverage:.1%} of the decided units, less than "
            f"{LEAST_COVERAGE:.0%}; {consequence}.",
        )


def _about_panels(inputs: RankingInputs, panels: PanelTable, n_draws: int) -> Iterator[tuple[str, str]]:
    if inputs.size % 2 == 0:
        yield "even_size", "A panel of even size can split evenly; an even split counts as not met."
    undefined = int(np.isnan(panels.score).sum())
    if undefined:
        yield "undefined_panels", f"{undefined} of {len(panels)} panels have no value; they come last."
    n_first = number_tied_with_the_first(panels)
    if n_first > 1:
        yield (
            "tied_first",
            f"{n_first:,} panels share the first place: their values are the same, and only the tie-breaks "
            "(macro-F1, balance of errors, missing votes, cost, names) put one of them first. What a draw "
            "they tie in says of being best is shared among them.",
        )
    left_out = panels.kappa_undefined_draws
    if left_out is not None and left_out[0] > MANY_UNDEFINED * n_draws:
        yield (
            "undefined_draws",
            f"Kappa of the first panel is undefined in {left_out[0] / n_draws:.1%} of the draws, which its "
            "interval leaves out; the interval may be too narrow.",
        )


def number_tied_with_the_first(panels: PanelTable) -> int:
    """How many panels have the value of the first one, itself included."""
    return int((np.round(panels.score, DECIMALS) == np.round(panels.score[0], DECIMALS)).sum())
