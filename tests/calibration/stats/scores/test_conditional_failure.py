"""Recognised, and then left without help: counted cell by cell."""

import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.conditional_failure import conditional_failure
from calibration.stats.scores.scored_cells import ScoredCells

I, R = "Identification", "Actionable resources"  # noqa: E741
# One line a cell: (verdicts in Identification, verdicts in Actionable resources, included).
CELLS = [
    ([1, 1], [1, 1], True),  # met, and helped
    ([1, 1], [1, 0], True),  # met, and failed
    ([1, 0], [0, 0], True),  # not met: does not count
    ([1, -1], [0], True),  # one verdict missing: open
    ([1], [1, -1], True),  # helped or not: open
    ([1], [0, -1], True),  # a miss is a miss: failed
    ([0, -1], [1], True),  # certainly not met: does not count
    ([1], [], True),  # no criterion about resources: does not count
    ([1], [0], False),  # left out
]


def test_each_kind_of_cell() -> None:
    n = len(CELLS)
    cells = ScoredCells.of(range(n), [0] * n, [0.5] * n, [included for *_, included in CELLS])
    rows = [
        (c, dimension, verdict)
        for c, (first, second, _) in enumerate(CELLS)
        for dimension, verdicts in ((I, first), (R, second))
        for verdict in verdicts
    ]
    where, dimensions, verdicts = zip(*rows, strict=True)
    (found,) = conditional_failure(cells, where, dimensions, verdicts, task_draws(n, 100))
    # Of the three cells that certainly meet the condition, two fail.
    assert found.share.value == pytest.approx(2 / 3)
    assert found.share.n_units == 3
    assert found.n_unknown == 2


def test_other_dimensions_can_be_chosen_and_a_model_without_such_cells_has_a_reason() -> None:
    cells = ScoredCells.of([0, 1, 0], [0, 0, 1], [0.5] * 3, [True] * 3)
    found = conditional_failure(
        cells,
        [0, 0, 1, 1, 2, 2],
        ["Disclaimers", "Moralization"] * 3,
        [1, 0, 1, 1, 0, 0],
        task_draws(2, 50),
        given="Disclaimers",
        then="Moralization",
    )
    assert found[0].share.value == pytest.approx(0.5)
    assert (found[1].share.value, found[1].share.reason) == (None, "no_cell_meets_condition")


def test_bad_verdicts_are_refused() -> None:
    cells = ScoredCells.of([0], [0], [0.5], [True])
    with pytest.raises(ValueError, match="Every cell number must lie from 0 to 0"):
        conditional_failure(cells, [1], [I], [1], task_draws(1, 5))
    with pytest.raises(ValueError, match="needs the dimension"):
        conditional_failure(cells, [0], [I, R], [1], task_draws(1, 5))
