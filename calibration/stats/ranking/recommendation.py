"""Which panel to freeze, by a rule that is fixed before anyone sees the ranking (STATISTICS.md section 5)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR_THE_TOP = 0.01
MISSING_TOLERANCE = 0.005
ROUNDING = 1e-12

RULES_VERSION = 2  # of all that a manifest states; earlier ones: calibration.panels.earlier_rules
RULE = (
    "Among the panels that cannot be told from the best (simultaneous 95 % max-T set) and lie within .01 "
    "of the top value: fewest missing votes (differences under .5 % of the pairs count as equal), then "
    "lowest cost, then most distinct families, then the better rank."
)
RULE_WITHOUT_DRAWS = (
    "Without an interval no set of panels that cannot be told from the best can be formed, so the panel that "
    "ranks first is taken."
)


@dataclass(frozen=True)
class Recommendation:
    """The panel of the rule beside the panel of the rank; both are positions in rank order, from 0.

    considered: the positions the rule chose among.
    """

    panel: int
    by_rank_alone: int
    considered: tuple[int, ...]
    rule: str


def recommend(
    score: NDArray[np.float64],
    in_indifference_set: NDArray[np.bool_] | None,
    missing_votes: NDArray[np.int64],
    cost: NDArray[np.float64],
    n_families: NDArray[np.int64],
    n_pairs: int,
) -> Recommendation:
    """Apply the rule. Arrays have length P in rank order; an unknown cost (NaN) comes after every known
    one.

    in_indifference_set: None when there were no draws; then the first by rank is recommended, and `rule`
    says so. n_pairs: pairs with gold, of which MISSING_TOLERANCE decides nothing; 0 tolerates no difference.
    """
    if in_indifference_set is None:
        return Recommendation(0, 0, (0,), RULE_WITHOUT_DRAWS)
    near = score >= score[0] - NEAR_THE_TOP - ROUNDING
    considered = np.flatnonzero(in_indifference_set & near)
    more_missing = missing_votes[considered] - missing_votes[considered].min()
    fewest = considered[(more_missing == 0) | (more_missing < MISSING_TOLERANCE * n_pairs)]
    price = np.where(np.isnan(cost), np.inf, np.round(cost, 12))[fewest]
    order = np.lexsort([fewest, -n_families[fewest], price])
    return Recommendation(int(fewest[order[0]]), 0, tuple(int(panel) for panel in considered), RULE)
