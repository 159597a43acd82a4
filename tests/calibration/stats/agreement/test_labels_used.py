"""Which labels were used, and where raters disagree most."""

import pytest

from calibration.stats.agreement.contested import most_contested
from calibration.stats.agreement.label_distribution import label_distribution
from calibration.stats.agreement.ratings import Ratings

DECLARED = ("met", "not_met", "cannot_judge", None)


def test_cannot_judge_and_not_labelled_are_counted_apart() -> None:
    first, second = label_distribution(
        [("met", None), ("met", "cannot_judge"), ("not_met", "cannot_judge")], DECLARED
    )
    assert first.counts == {"met": 2, "not_met": 1, "cannot_judge": 0, None: 0}
    assert second.counts == {"met": 0, "not_met": 0, "cannot_judge": 2, None: 1}
    assert second.share("cannot_judge") == pytest.approx(2 / 3)
    assert (second.rater, second.total) == (1, 3)


def test_no_units_have_no_raters_to_count() -> None:
    assert label_distribution([], DECLARED) == []


def test_an_unknown_label_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match="Label 'yes' of unit 2 by rater 1"):
        label_distribution([("met",), ("yes",)], DECLARED)


def test_contested_criteria_come_first() -> None:
    # calm: one unit agreed by all. split: pairs agree in 1 of 3. mixed: (1 + 0) / 2. alone: one rating only.
    values = [[1, 1, 1], [1, 0, 0], [0, 0, None], [1, 0, None], [1, None, None]]
    found = most_contested(Ratings.of(values, [0, 0, 1, 1, 1]), ["calm", "split", "mixed", "mixed", "alone"])
    assert [(c.label, c.n_units) for c in found] == [("split", 1), ("mixed", 2), ("calm", 1)]
    assert [c.disagreement for c in found] == pytest.approx([2 / 3, 1 / 2, 0])
