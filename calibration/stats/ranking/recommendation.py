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


@dataclass(frozen=True)
class PanelFacts:
    """What decides among panels that agree alike, each length P in rank order.

    cost: NaN where unknown, which comes after every known one. n_pairs: pairs with gold, of which
    MISSING_TOLERANCE decides nothing; 0 tolerates no difference.
    """

    missing_votes: NDArray[np.int64]
    cost: NDArray[np.float64]
    n_families: NDArray[np.int64]
    n_pairs: int

    def preference(self) -> NDArray[np.int64]:
        """Place of each panel by cost, families and rank, from 0."""
        price = np.where(np.isnan(self.cost), np.inf, np.round(self.cost, 12))
        place = np.empty(len(price), dtype=np.int64)
        place[np.lexsort([-self.n_families, price])] = np.arange(len(price))
        return place

    def choices(self, considered: NDArray[np.bool_], preferred: NDArray[np.int64]) -> NDArray[np.int64]:
        """The panel of each row among those considered there, D x P; preferred: `preference`."""
        never = np.iinfo(np.int64).max
        missing = np.where(considered, self.missing_votes, never)
        more = missing - missing.min(axis=1, keepdims=True)
        as_few = considered & ((more == 0) | (more < MISSING_TOLERANCE * self.n_pairs))
        return np.asarray(np.where(as_few, preferred, never).argmin(axis=1))


def recommend(
    score: NDArray[np.float64], in_indifference_set: NDArray[np.bool_] | None, facts: PanelFacts
) -> Recommendation:
    """Apply the rule. score: length P in rank order.

    in_indifference_set: None when there were no draws; then the first by rank is recommended, and `rule`
    says so.
    """
    if in_indifference_set is None:
        return Recommendation(0, 0, (0,), RULE_WITHOUT_DRAWS)
    considered = in_indifference_set & (score >= score[0] - NEAR_THE_TOP - ROUNDING)
    (chosen,) = facts.choices(considered[None], facts.preference())
    return Recommendation(int(chosen), 0, tuple(np.flatnonzero(considered).tolist()), RULE)
