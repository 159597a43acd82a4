"""Public against private: post-stratified, resampled within strata, tested by permutation."""

import numpy as np
import pytest

from calibration.stats.resampling.draws import permuted_within, stratified_counts
from calibration.stats.scores.scored_cells import ScoredCells
from calibration.stats.scores.split_contrast import SplitDesign, split_contrast


def cells_of(scores: np.ndarray) -> ScoredCells:
    """From scores of shape tasks x models."""
    tasks, models = (axis.ravel() for axis in np.indices(scores.shape))
    return ScoredCells.of(tasks, models, scores.ravel(), np.ones(scores.size, dtype=bool))


def test_gap_is_weighted_by_the_size_of_the_strata() -> None:
    # Stratum a, 4 tasks: public .8, private .5. Stratum b, 2 tasks: public .4, private .6. c: one half.
    design = SplitDesign.of(
        [True, True, False, False, True, False, True], ["a", "a", "a", "a", "b", "b", "c"]
    )
    scores = np.array([[0.7], [0.9], [0.5], [0.5], [0.4], [0.6], [1.0]])
    (contrast,) = split_contrast(cells_of(scores), design, draws=200)
    assert contrast.gap.value == pytest.approx((4 * 0.3 + 2 * -0.2) / 6)
    assert (contrast.gap.n_units, contrast.gap.n_tasks) == (6, 6)
    assert contrast.gap.low <= contrast.gap.value <= contrast.gap.high
    assert (contrast.against_others.value, contrast.against_others.reason) == (
        None,
        "nothing_to_compare_with",
    )
    assert design.alone.tolist() == [False, False, False, False, True, True, True]


def test_interval_and_p_equal_slow_ones_from_the_same_draws() -> None:
    design = SplitDesign.of([True, True, False, True, False, False], ["a", "a", "a", "b", "b", "b"])
    scores = np.array([[0.9, 0.2], [0.6, 0.3], [0.4, 0.8], [0.7, 0.5], [0.2, 0.6], [0.3, 0.1]])

    def slow_gap(model: int, weights: np.ndarray, public: np.ndarray) -> float:
        total = 0.0
        for stratum in (0, 1):
            inside = design.strata == stratum
            parts = [
                np.average(scores[h & inside, model], weights=weights[h & inside]) for h in (public, ~public)
            ]
            total += 0.5 * (parts[0] - parts[1])
        return total

    counts = stratified_counts(design.groups, 100, 5)
    halves = permuted_within(design.is_public, design.strata, 100, 5)
    for model, contrast in enumerate(split_contrast(cells_of(scores), design, draws=100, seed=5)):
        drawn = [slow_gap(model, weights, design.is_public) for weights in counts]
        permuted = np.array([slow_gap(model, np.ones(6), public) for public in halves])
        value = slow_gap(model, np.ones(6), design.is_public)
        assert contrast.gap.value == pytest.approx(value, abs=1e-7)
        assert [contrast.gap.low, contrast.gap.high] == pytest.approx(
            np.percentile(drawn, [2.5, 97.5]), abs=1e-7
        )
        assert contrast.p == pytest.approx((1 + (np.abs(permuted) >= abs(value) - 1e-9).sum()) / 101)
        assert contrast.detectable == pytest.approx(2.8 * np.std(drawn, ddof=1), abs=1e-7)


@pytest.fixture
def planted() -> tuple[np.ndarray, SplitDesign]:
    """80 tasks in 4 strata; model 0 gained .25 on public tasks, the others nothing."""
    rng = np.random.RandomState(7)
    strata = np.repeat(["a", "b", "c", "d"], 20)
    public = np.tile([True, False], 40)
    scores = 0.2 + 0.3 * rng.random_sample((80, 1)) + 0.2 * rng.random_sample((80, 4))
    scores[public, 0] += 0.25
    return scores, SplitDesign.of(public, strata)


def test_a_planted_gain_is_found_and_no_other(planted: tuple[np.ndarray, SplitDesign]) -> None:
    scores, design = planted
    found = split_contrast(cells_of(scores), design, draws=500)
    assert found[0].gap.low > 0.1
    assert found[0].p_holm == pytest.approx(4 / 501)
    assert found[0].against_others.value == pytest.approx(0.25, abs=0.05)
    assert found[0].against_others.low > 0.15
    assert all(contrast.p_holm > 0.05 for contrast in found[1:])


def test_harder_private_tasks_move_every_gap_but_not_the_difference_in_differences(
    planted: tuple[np.ndarray, SplitDesign],
) -> None:
    scores, design = planted
    scores = scores * 0.8
    easier = scores + 0.1 * design.is_public[:, None]
    before = split_contrast(cells_of(scores), design, draws=50)
    after = split_contrast(cells_of(easier), design, draws=50)
    for one, two in zip(before, after, strict=True):
        assert two.gap.value == pytest.approx(one.gap.value + 0.1)
        assert two.against_others.value == pytest.approx(one.against_others.value)


def test_halves_that_share_no_stratum_have_a_reason() -> None:
    design = SplitDesign.of([True, True, False, False], ["a", "a", "b", "b"])
    found = split_contrast(cells_of(np.full((4, 2), 0.5)), design, draws=20)
    assert {contrast.gap.reason for contrast in found} == {"no_shared_stratum"}
    assert {contrast.p for contrast in found} == {None}


def test_a_model_with_cells_in_one_half_only_has_a_reason_and_is_no_other() -> None:
    scores = np.random.RandomState(1).random_sample((8, 3))
    scores[::2, 1] = np.nan
    design = SplitDesign.of(np.tile([True, False], 4), ["a"] * 8)
    first, second, third = split_contrast(cells_of(scores), design, draws=50)
    assert second.gap.reason == "no_shared_stratum"
    assert first.against_others.value == pytest.approx(first.gap.value - third.gap.value)


def test_one_task_in_each_group_claims_no_precision() -> None:
    design = SplitDesign.of([True, False, True, False], ["a", "a", "b", "b"])
    (contrast,) = split_contrast(cells_of(np.array([[0.5], [0.4], [0.5], [0.4]])), design, draws=50)
    assert (contrast.gap.low, contrast.gap.reason) == (None, "one_task_per_group")
    assert contrast.detectable is None


def test_no_draws_give_values_alone(planted: tuple[np.ndarray, SplitDesign]) -> None:
    scores, design = planted
    contrast = split_contrast(cells_of(scores), design, draws=0)[0]
    assert (contrast.gap.low, contrast.gap.reason, contrast.p) == (None, "no_draws", None)


def test_draws_stay_within_their_group_and_permutations_within_their_stratum() -> None:
    groups = np.array([0, 1, 1, 1, 0, 2])
    counts = stratified_counts(groups, 50, 1)
    for group in range(3):
        assert (counts[:, groups == group].sum(axis=1) == (groups == group).sum()).all()
    labels, strata = np.array([True, False, False, True, True]), np.array([0, 0, 0, 1, 1])
    permuted = permuted_within(labels, strata, 300, 1)
    assert (permuted[:, :3].sum(axis=1) == 1).all()
    assert permuted[:, 3:].all()
    assert permuted[:, 0].mean() == pytest.approx(1 / 3, abs=0.1)


def test_one_stream_serves_the_strata_in_ascending_order() -> None:
    labels = np.array([True, False, False, True, True, False])
    strata = np.array([2, 0, 2, 0, 1, 2])
    stream, expected = np.random.RandomState(7), np.zeros((20, 6), dtype=bool)
    for members, n_true in (([1, 3], 1), ([4], 1), ([0, 2, 5], 1)):
        numbers = stream.random_sample((20, len(members)))
        for draw in range(20):
            for position in np.argsort(numbers[draw])[:n_true]:
                expected[draw, members[position]] = True
    assert permuted_within(labels, strata, 20, 7).tolist() == expected.tolist()


def test_bad_input_is_refused_in_a_sentence(planted: tuple[np.ndarray, SplitDesign]) -> None:
    scores, design = planted
    with pytest.raises(ValueError, match="Each task needs both its half and its stratum"):
        SplitDesign.of([True], ["a", "b"])
    with pytest.raises(ValueError, match="Each of the 3 tasks needs its half"):
        split_contrast(cells_of(scores[:3]), design)
    with pytest.raises(ValueError, match="The seed must be"):
        split_contrast(cells_of(scores), design, draws=10, seed=2**32)
    with pytest.raises(ValueError, match="The number of draws must be"):
        split_contrast(cells_of(scores), design, draws=-1)
