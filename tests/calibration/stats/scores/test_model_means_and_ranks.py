"""Means of evaluated models against a bootstrap that copies the drawn tasks' cells."""

import numpy as np
import pytest

from calibration.stats.resampling.draws import task_draws
from calibration.stats.scores.model_means_and_ranks import dimension_means, model_means
from calibration.stats.scores.scored_cells import ScoredCells
from tests.calibration.stats.naive import percentiles_of

N_TASKS, N_MODELS, N_DRAWS, SEED = 5, 3, 80, 4


@pytest.fixture
def cells() -> ScoredCells:
    """5 tasks x 3 models x 2 attempts with scores of 0 to 1, some left out and some without a score."""
    rng = np.random.RandomState(2)
    tasks, models, attempts = (
        axis.ravel() for axis in np.meshgrid(range(N_TASKS), range(N_MODELS), range(2), indexing="ij")
    )
    scores = rng.random_sample(tasks.size)
    scores[rng.random_sample(tasks.size) < 0.1] = np.nan
    return ScoredCells.of(tasks, models, scores, rng.random_sample(tasks.size) < 0.9, attempts=attempts)


def slow_mean(cells: ScoredCells, model: int, drawn_tasks: np.ndarray) -> float:
    found = []
    for task in drawn_tasks:
        for c in range(len(cells.tasks)):
            mine = cells.tasks[c] == task and cells.models[c] == model
            if mine and cells.included[c] and not np.isnan(cells.scores[c]):
                found.append(cells.scores[c])
    return sum(found) / len(found)


def test_means_and_intervals_equal_the_slow_ones(cells: ScoredCells) -> None:
    idx = np.random.RandomState(SEED).randint(0, N_TASKS, size=(N_DRAWS, N_TASKS))
    means = model_means(cells, task_draws(N_TASKS, N_DRAWS, SEED))
    assert len(means) == N_MODELS
    for model, mean in enumerate(means):
        slow = [slow_mean(cells, model, drawn) for drawn in idx]
        assert mean.value == pytest.approx(slow_mean(cells, model, np.arange(N_TASKS)), abs=1e-12)
        assert percentiles_of(mean) == pytest.approx(np.percentile(slow, [2.5, 97.5]), abs=1e-12)


def test_only_included_cells_with_a_score_count() -> None:
    cells = ScoredCells.of(
        tasks=[0, 0, 1, 1, 2],
        models=[0, 0, 0, 0, 0],
        scores=[1.0, 0.0, 0.5, 0.9, np.nan],
        included=[True, True, True, False, True],
        attempts=[0, 1, 0, 1, 0],
    )
    (mean,) = model_means(cells, task_draws(3, 50))
    assert mean.value == pytest.approx((1.0 + 0.0 + 0.5) / 3)
    assert (mean.n_units, mean.n_tasks) == (3, 2)
    assert cells.cells_left_out.tolist() == [2]


def test_the_order_of_cells_and_models_does_not_matter(cells: ScoredCells) -> None:
    draws = task_draws(N_TASKS, N_DRAWS, SEED)
    order = np.random.RandomState(0).permutation(len(cells.tasks))
    renamed = np.array([2, 0, 1])[cells.models]
    shuffled = ScoredCells.of(
        cells.tasks[order],
        renamed[order],
        cells.scores[order],
        cells.included[order],
        attempts=cells.attempts[order],
    )
    before, after = model_means(cells, draws), model_means(shuffled, draws)
    for old, new in ((0, 2), (1, 0), (2, 1)):
        assert (before[old].n_units, before[old].n_tasks) == (after[new].n_units, after[new].n_tasks)
        assert [before[old].value, before[old].low, before[old].high] == pytest.approx(
            [after[new].value, after[new].low, after[new].high], abs=1e-12
        )


def test_a_model_without_cells_has_a_reason() -> None:
    cells = ScoredCells.of([0, 1], [0, 0], [0.5, 0.7], [True, True], n_models=2)
    means = model_means(cells, task_draws(2, 50))
    assert means[0].reason is None
    assert (means[1].value, means[1].reason) == (None, "no_data")


def test_draws_that_miss_a_model_are_dropped_and_counted() -> None:
    cells = ScoredCells.of([0, 1], [0, 1], [0.5, 0.7], [True, True])
    draws = task_draws(2, 200)
    without_task_0 = int((draws.counts[:, 0] == 0).sum())
    assert 20 < without_task_0 < 100
    assert model_means(cells, draws)[0].undefined_draws == without_task_0


def test_one_task_and_no_draws_have_values_without_intervals() -> None:
    cells = ScoredCells.of([0, 0], [0, 0], [0.5, 0.7], [True, True], attempts=[0, 1])
    (one_task,) = model_means(cells, task_draws(1, 50))
    (no_draws,) = model_means(cells, task_draws(1, 0))
    assert (one_task.value, one_task.low, one_task.reason) == (pytest.approx(0.6), None, "one_task")
    assert (no_draws.low, no_draws.reason) == (None, "no_draws")


def test_dimension_means_use_only_cells_that_have_the_dimension(cells: ScoredCells) -> None:
    draws = task_draws(N_TASKS, N_DRAWS, SEED)
    half = np.where(cells.tasks < 2, cells.scores, np.nan)
    by = dimension_means(cells, {"Disclaimers": half, "Moralization": cells.scores}, draws)
    assert by["Moralization"] == model_means(cells, draws)
    for model, mean in enumerate(by["Disclaimers"]):
        assert mean.value == pytest.approx(slow_mean(cells, model, np.array([0, 1])), abs=1e-12)


def test_a_slice_of_tasks_is_renumbered_and_keeps_all_models(cells: ScoredCells) -> None:
    part = cells.alone(cells.tasks >= 3)
    assert (part.n_tasks, part.n_models) == (2, N_MODELS)
    for model, mean in enumerate(model_means(part, task_draws(2, 20))):
        assert mean.value == pytest.approx(slow_mean(cells, model, np.array([3, 4])), abs=1e-12)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scores": [0.5, 1.2]}, "The score of cell 2 is 1.2; it must lie from 0 to 1"),
        ({"scores": ["a", "b"]}, "Scores must be numbers"),
        ({"scores": [[0.5], [0.5]]}, "one number for each cell"),
        ({"tasks": [0]}, "needs one task number"),
        ({"models": [0, -1]}, "Every model number must be 0 or more"),
        ({"included": [True]}, "whether it is included"),
    ],
)
def test_bad_cells_are_refused_in_a_sentence(change: dict, sentence: str) -> None:
    sound = {"tasks": [0, 1], "models": [0, 0], "scores": [0.1, 0.2], "included": [True, True]}
    with pytest.raises(ValueError, match=sentence):
        ScoredCells.of(**(sound | change))


def test_other_scores_must_fit_the_cells(cells: ScoredCells) -> None:
    with pytest.raises(ValueError, match="Each of the 30 cells needs one score"):
        cells.scored([0.5])
