"""Two rankings side by side: what went in, what came out, and whether they may be compared directly."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from calibration.models import PanelRanking, PanelScore
from calibration.rankings.stored_estimates import corrected_kappa, kappa_of
from calibration.stats.resampling.estimate import Estimate

PANELS_SHOWN = 10
Judges = tuple[str, ...]
GOLD = {
    "labels": "clinicians' labels",
    "rubric_revisions": "rubric revisions",
    "responses": "responses",
}
OTHERS = {"votes": "judges' votes", "parser": "parser of replies", "draws": "bootstrap draws"}
PARAMETERS = {"metric": "measure", "size": "panel size", "rule": "rule of recommendation"}


@dataclass(frozen=True)
class InputRow:
    """One input of both rankings, shortened for reading, and whether it is the same."""

    words: str
    first: str
    second: str
    is_same: bool


@dataclass(frozen=True)
class PanelRow:
    """A panel in both rankings; None where it is not ranked there."""

    judges: list[str]
    first_rank: int | None
    first: Estimate | None
    second_rank: int | None
    second: Estimate | None


@dataclass(frozen=True)
class RankingComparison:
    """corrected: kappa of the first panel of each, corrected for having been chosen. why_not: reasons against
    a direct comparison, in sentences; empty when there is none.
    """

    inputs: list[InputRow]
    corrected: list[Estimate]
    why_not: list[str]
    panels: list[PanelRow]


def compare(first: PanelRanking, second: PanelRanking) -> RankingComparison:
    """Both finished. The panels are the best ten of each."""
    inputs = list(_inputs(first, second))
    corrected = [_corrected(ranking) for ranking in (first, second)]
    return RankingComparison(inputs, corrected, list(_why_not(first, second)), _panels(first, second))


def _corrected(ranking: PanelRanking) -> Estimate:
    first = ranking.panels.get(kind=PanelScore.Kind.PANEL, rank=1)
    return corrected_kappa(first, ranking.result, "by_rank")


def _inputs(first: PanelRanking, second: PanelRanking) -> Iterator[InputRow]:
    yield _row("round", first.round.name, second.round.name)
    for name, words in (GOLD | OTHERS).items():
        yield _row(words, first.inputs.get(name), second.inputs.get(name))
    yield _row("judging prompts", _prompts(first), _prompts(second))
    for name, words in PARAMETERS.items():
        yield _row(words, first.parameters[name], second.parameters[name])
    yield _row("candidates", _candidates(first), _candidates(second))
    yield _row("draws and seed", _draws(first), _draws(second))


def _row(words: str, first: Any, second: Any) -> InputRow:
    return InputRow(words, _short(first), _short(second), first == second)


def _short(value: Any) -> str:
    text = "–" if value is None else str(value)
    is_hash = len(text) == 64 and " " not in text
    return text[:12] if is_hash else text


def _prompts(ranking: PanelRanking) -> str:
    """Versions in use; where texts changed under one version, the hashes of the votes differ anyway."""
    versions = ranking.inputs["prompt_versions"].values()
    return ", ".join(sorted({version for version in versions if version is not None})) or "none"


def _candidates(ranking: PanelRanking) -> str:
    return ", ".join(sorted(ranking.inputs["prompt_versions"]))


def _draws(ranking: PanelRanking) -> str:
    return f"{ranking.parameters['draws']:,} draws, seed {ranking.parameters['seed']}"


def _why_not(first: PanelRanking, second: PanelRanking) -> Iterator[str]:
    for name, words in GOLD.items():
        if first.inputs[name] != second.inputs[name]:
            yield f"The {words} differ, so the judges were measured against different things."
    if first.parameters["size"] != second.parameters["size"]:
        yield "The panels have different sizes."
    if first.parameters["metric"] != second.parameters["metric"]:
        yield "The panels were ranked by different measures; their kappas can still be read side by side."


def _panels(first: PanelRanking, second: PanelRanking) -> list[PanelRow]:
    ranks = [_rank_of(ranking) for ranking in (first, second)]
    best = [[judges for judges, rank in rank_of.items() if rank <= PANELS_SHOWN] for rank_of in ranks]
    wanted = list(dict.fromkeys([*best[0], *best[1]]))
    tables = [
        _rows(ranking, {judges: rank_of[judges] for judges in wanted if judges in rank_of})
        for ranking, rank_of in zip((first, second), ranks, strict=True)
    ]
    return [_panel_row(judges, tables, first, second) for judges in wanted]


def _rank_of(ranking: PanelRanking) -> dict[Judges, int]:
    """The rank of every panel, best first."""
    rows = ranking.panels.filter(kind=PanelScore.Kind.PANEL).order_by("rank")
    return {tuple(sorted(judges)): rank for judges, rank in rows.values_list("judges", "rank")}


def _rows(ranking: PanelRanking, ranks: dict[Judges, int]) -> dict[Judges, PanelScore]:
    rows = ranking.panels.filter(kind=PanelScore.Kind.PANEL, rank__in=ranks.values())
    by_rank = {row.rank: row for row in rows}
    return {judges: by_rank[rank] for judges, rank in ranks.items()}


def _panel_row(
    judges: Judges,
    tables: list[dict[Judges, PanelScore]],
    first: PanelRanking,
    second: PanelRanking,
) -> PanelRow:
    in_first, in_second = (table.get(judges) for table in tables)
    return PanelRow(
        list(judges),
        in_first.rank if in_first else None,
        kappa_of(in_first, first.result) if in_first else None,
        in_second.rank if in_second else None,
        kappa_of(in_second, second.result) if in_second else None,
    )
