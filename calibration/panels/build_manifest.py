"""The manifest of a frozen panel (selected_judge_panel.json): every number made from data anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.base.array_cache import cached_result
from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.tables.canonical import sha256_of
from calibration.agreement.panel import (
    ceiling_as_json,
    panel_alt_test,
    panel_ceiling,
    panel_profile,
    profile_as_json,
)
from calibration.models import Judge
from calibration.panels.earlier_rules import RULES, version_as_json, version_of
from calibration.panels.manifest import PanelManifest, is_unknown, rounded
from calibration.rankings.run import compute_ranking
from calibration.ratings.checksums import round_checksums
from calibration.ratings.closed_round import checked_draws
from calibration.ratings.judged_round import JudgedRound, round_to_rank
from calibration.stats.ranking.ranking_result import RankingResult
from calibration.stats.resampling.estimate import Estimate


@dataclass(frozen=True)
class PanelChoice:
    """Which panel is frozen from which ranking, and the facts that no recomputation can find.

    parameters: of the ranking, with the version of its rules. candidates: prompt version by judge id.
    judges: the panel, in order. reason: why it is not the recommended one, or why it follows another. seed:
    of the calibration set where the database does not hold the set itself. stated: another manifest, believed
    about the provider and decoding of judges and the texts of prompts of which nothing is recorded here.
    """

    round: Round
    parameters: Mapping[str, Any]
    candidates: Mapping[str, str | None]
    judges: Sequence[str]
    reason: str
    software: Mapping[str, str]
    frozen_at: str
    frozen_by: str | None
    seed: int | None = None
    stated: PanelManifest | None = None


def build_manifest(choice: PanelChoice, judged: JudgedRound | None = None) -> PanelManifest:
    """The manifest with its hash, from the rows. Raises BadInputError when the data cannot give one.

    judged: labels and votes of the choice, where they are at hand.
    """
    return _sealed(choice, _computed(choice, judged or judged_round_of(choice)))


def judged_round_of(choice: PanelChoice) -> JudgedRound:
    """Labels and votes of the candidates, from the rows. Raises BadInputError when they cannot be ranked."""
    return round_to_rank(choice.round, choice.parameters, choice.candidates, choice.frozen_at)


def cached_manifest(choice: PanelChoice) -> PanelManifest:
    """The same for pages: computed once, as long as checksums of all it is made from stay what they are."""
    facts = [round_checksums(choice.round).fingerprint, _seed(choice), choice.round.name]
    stated = choice.stated and choice.stated.sha256
    asked = [choice.parameters, list(choice.candidates.items()), list(choice.judges), choice.seed, stated]
    return _sealed(
        choice,
        cached_result(
            f"round-{choice.round.pk}/manifest-{sha256_of(asked)[:16]}",
            sha256_of(facts),
            Any,
            lambda: _computed(choice, judged_round_of(choice)),
        ),
    )


def _sealed(choice: PanelChoice, computed: dict[str, Any]) -> PanelManifest:
    """With what no data can tell: why, by whom, when, and with which software."""
    facts = {
        "software_versions": dict(choice.software),
        "frozen_at": choice.frozen_at,
        "frozen_by": choice.frozen_by,
    }
    rule = {**computed["rule"], "reason": choice.reason}
    return PanelManifest.sealed({**computed, "rule": rule, **rounded(facts)})


def _computed(choice: PanelChoice, judged: JudgedRound) -> dict[str, Any]:
    """What the manifest says of the data."""
    draws = checked_draws(len(judged.labels.tasks), choice.parameters["draws"], choice.parameters["seed"])
    result = compute_ranking(judged, choice.parameters)
    chosen = _rank_of(result, choice.judges)
    ceiling = panel_ceiling(judged, choice.judges, draws)
    return rounded(
        {
            "judges": [_judge(choice, judged, name) for name in choice.judges],
            "rule": _rule(choice, result, chosen),
            "agreement": profile_as_json(panel_profile(judged, choice.judges, draws, percentiles_alone=True)),
            "human_ceiling": ceiling_as_json(
                ceiling, panel_alt_test(judged, choice.judges), Estimate.as_published
            ),
            "calibration": _calibration(choice, judged),
            "hashes": judged.hashes(result.draws_sha256) | {"prompt": _prompts(choice, judged)},
        }
    )


def _rank_of(result: RankingResult, judges: Sequence[str]) -> int:
    """Where the panel stands in the ranking, from 0."""
    wanted = set(judges)
    for rank in range(len(result.panels)):
        if set(result.panels.names(rank)) == wanted:
            return rank
    raise BadInputError(
        f"{', '.join(judges)} is not one of the panels of this ranking. Name {result.size} different judges "
        "that were ranked together."
    )


def _judge(choice: PanelChoice, judged: JudgedRound, name: str) -> dict[str, Any]:
    judge: Judge = judged.votes.judges[judged.votes.names.index(name)]
    facts = {"provider": judge.provider, "decoding": judge.decoding}
    for stated in choice.stated.judges if choice.stated else []:
        if stated["id"] == name and is_unrecorded(judge):
            facts = {fact: stated.get(fact) for fact in facts}
    return {
        "id": judge.judge_id,
        "family": judge.family,
        "prompt_version": judged.prompt_versions[name],
        **facts,
    }


def is_unrecorded(judge: Judge) -> bool:
    """Whether neither provider nor decoding is recorded of it: its votes were imported without them."""
    return not judge.provider and not judge.decoding


def _prompts(choice: PanelChoice, judged: JudgedRound) -> dict[str, str | None]:
    """SHA-256 of each candidate's prompt; as stated where its text is not known, here or to the manifest."""
    stated = choice.stated.content["hashes"]["prompt"] if choice.stated else {}
    return {
        name: stated.get(name, digest) if digest is None or is_unknown(stated.get(name)) else digest
        for name, digest in judged.prompt_hashes.items()
    }


def _rule(choice: PanelChoice, result: RankingResult, chosen: int) -> dict[str, Any]:
    row = result.panels.row(chosen)
    version = version_of(choice.parameters)
    rules = RULES[version]
    recommended = rules.recommended(result)
    return {
        **version_as_json(version),
        "text": rules.text,
        "metric": choice.parameters["metric"],
        "size": choice.parameters["size"],
        "draws": choice.parameters["draws"],
        "seed": choice.parameters["seed"],
        "candidates": [
            {"id": name, "prompt_version": version} for name, version in choice.candidates.items()
        ],
        "candidates_named": choice.parameters["judges"] is not None,
        "recommended": list(recommended),
        "first_by_rank": list(result.first_by_rank),
        "chosen": "recommended" if set(choice.judges) == set(recommended) else "by_hand",
        "rank": row["rank"],
        "in_indifference_set": row["in_indifference_set"],
        "kappa_corrected": rules.kappa_corrected(result, chosen),
        "leave_tasks_out": result.leave_tasks_out.as_published(),
    }


def _calibration(choice: PanelChoice, judged: JudgedRound) -> dict[str, Any]:
    labels = judged.labels
    return {
        "set": choice.round.name,
        "seed": _seed(choice),
        "tasks": len(labels.tasks),
        "responses": len({unit.response_id for unit in labels.units}),
        "units": len(labels.units),
        "units_decided": int((judged.gold >= 0).sum()),
        "clinicians": len(labels.rater_ids),
    }


def _seed(choice: PanelChoice) -> int | None:
    """Of the calibration set, or as the choice states it."""
    drawn = getattr(choice.round, "calibration_set", None)
    return drawn.seed if drawn else choice.seed
