"""The rules that panels were frozen by, by their versions; earlier ones are kept here for ever.

A manifest is verified by the definitions of the day it was frozen: `rule.version` names them. The first
manifests name none. What of a manifest changed with a version is made here, from a ranking of today.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.base.errors import BadInputError
from calibration.stats.ranking.ranking_result import RankingResult
from calibration.stats.ranking.recommendation import RULE, RULES_VERSION, PanelFacts, recommend

FIRST, CURRENT = 1, RULES_VERSION
VERSION = "version"

FIRST_RULE = (
    "Among the panels that cannot be told from the best (simultaneous 95 % max-T set) and lie within .01 "
    "of the top value: fewest missing votes, then lowest cost, then most distinct families, then the better "
    "rank."
)


@dataclass(frozen=True)
class Rules:
    """One version. text: the rule of the recommendation. recommended: the panel it names. kappa_corrected: of
    the panel at a position in rank order.
    """

    text: str
    recommended: Callable[[RankingResult], Sequence[str]]
    kappa_corrected: Callable[[RankingResult, int], float | None]


def _recommended_to_the_vote(result: RankingResult) -> Sequence[str]:
    """The first rule: a single missing vote decides."""
    panels = result.panels
    columns = panels.missing_votes, panels.cost_per_1000, panels.families
    facts = PanelFacts(*columns, n_pairs=0)
    chosen = recommend(panels.score, panels.in_indifference_set, facts)
    return panels.names(chosen.panel)


def _corrected_around_the_data(result: RankingResult, panel: int) -> float | None:
    """The first correction: the optimism of draws around the data."""
    kappa: float | None = result.panels.row(panel)["kappa"]
    return None if kappa is None or result.optimism is None else kappa - result.optimism


RULES = {
    FIRST: Rules(FIRST_RULE, _recommended_to_the_vote, _corrected_around_the_data),
    CURRENT: Rules(
        RULE,
        lambda result: result.recommended,
        lambda result, panel: result.panels.row(panel)["kappa_corrected"],
    ),
}


def version_of(holder: Mapping[str, Any]) -> int:
    """The version that the rule of a manifest, or the parameters of a ranking, name.

    Raises BadInputError for one that is not known here.
    """
    version = holder.get(VERSION, FIRST)
    if type(version) is not int or version not in RULES:
        raise BadInputError(
            f"It follows version {version!r} of the rules, which is not known here (known: "
            f"{', '.join(map(str, RULES))}). Use the software that made it, or a newer one."
        )
    return version


def version_as_json(version: int) -> dict[str, int]:
    """As a manifest names it: nothing for the first, which had no number."""
    return {} if version == FIRST else {VERSION: version}
