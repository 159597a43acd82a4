"""Freeze a panel: from a ranking to an immutable row with its manifest and hash."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from annotation.access import refuse_raters
from annotation.base.action import action, one_import_at_a_time
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.models import Person
from calibration.models import FrozenPanel, FrozenPanelJudge, JudgePrompt, PanelRanking
from calibration.panels.build_manifest import PanelChoice, build_manifest, cached_manifest, judged_round_of
from calibration.panels.drift import retest_rates
from calibration.panels.frozen_already import frozen_already
from calibration.panels.manifest import PanelManifest
from calibration.panels.sentinels import new_sentinels, store_sentinels
from calibration.panels.software import software_versions
from calibration.ratings.judged_round import JudgedRound, known_judges

NUMBERED = re.compile(r"panel-([0-9]{1,5})")  # a longer one is the hash of an imported panel
HASHED = ("labels", "votes", "rubric_revisions", "responses", "prompt", "draws")


@dataclass(frozen=True)
class Preview:
    """What a freeze would store: the name to type, the manifest with its hash, and what it replaces.

    known: the panel that says the same already; a freeze then stores nothing. judged: what the manifest was
    computed from; None where it came from the cache.
    """

    name: str
    manifest: PanelManifest
    judges: tuple[str, ...]
    reason: str
    replaces: FrozenPanel | None
    known: FrozenPanel | None
    judged: JudgedRound | None


def preview_freeze(
    *,
    ranking: PanelRanking,
    judges: Sequence[str] | None = None,
    reason: str = "",
    replaces: FrozenPanel | None = None,
    actor: Person | None,
) -> Preview:
    """The manifest without storing anything, from the cache as long as the data stays what it is.

    judges: in the order of the seats; by default the recommended panel. A reason is needed for any other
    panel, and for one that replaces another. Raises BadInputError also when what the ranking was computed
    from has changed since, or when the same judges were frozen from it with other content.
    """
    return _preview(ranking, judges, reason, replaces, actor, from_rows=False)


def _preview(
    ranking: PanelRanking,
    judges: Sequence[str] | None,
    reason: str,
    replaces: FrozenPanel | None,
    actor: Person | None,
    *,
    from_rows: bool,
) -> Preview:
    refuse_raters(actor)
    _check_state(ranking)
    chosen = tuple(judges) if judges is not None else tuple(ranking.result["recommended"])
    _check_choice(ranking, chosen, reason.strip(), replaces)
    choice = _choice(ranking, chosen, reason.strip(), actor)
    judged = judged_round_of(choice) if from_rows else None
    manifest = build_manifest(choice, judged) if from_rows else cached_manifest(choice)
    _check_unchanged(ranking, manifest)
    known = frozen_already(ranking=ranking, judges=chosen, manifest=manifest, replaces=replaces)
    return Preview(next_name(), manifest, chosen, reason.strip(), replaces, known, judged)


def _choice(ranking: PanelRanking, judges: tuple[str, ...], reason: str, actor: Person | None) -> PanelChoice:
    drawn = getattr(ranking.round, "calibration_set", None)
    return PanelChoice(
        round=ranking.round,
        parameters=ranking.parameters,
        candidates=candidates_of(ranking),
        judges=judges,
        reason=reason,
        software=software_versions(),
        frozen_at=seconds(timezone.now()),
        frozen_by=actor.pseudonym if actor else None,
        seed=drawn.seed if drawn else None,
    )


def freeze_panel(
    *,
    ranking: PanelRanking,
    judges: Sequence[str] | None = None,
    reason: str = "",
    replaces: FrozenPanel | None = None,
    actor: Person | None,
) -> FrozenPanel:
    """The panel of `freeze_once`, frozen now or before."""
    panel, _ = freeze_once(ranking=ranking, judges=judges, reason=reason, replaces=replaces, actor=actor)
    return panel


@action
def freeze_once(
    *,
    ranking: PanelRanking,
    judges: Sequence[str] | None = None,
    reason: str = "",
    replaces: FrozenPanel | None = None,
    actor: Person | None,
) -> tuple[FrozenPanel, bool]:
    """Freeze the recommended panel, or the named one for a reason, with its seats and its sentinel pairs.

    Also says whether it was frozen now: the same content again is the panel there is, and stores nothing.
    """
    one_import_at_a_time()  # two freezes at once would take the same name
    seen = _preview(ranking, judges, reason, replaces, actor, from_rows=True)
    if seen.known is not None:
        return seen.known, False
    return _store(ranking, seen, actor), True


def _store(ranking: PanelRanking, seen: Preview, actor: Person | None) -> FrozenPanel:
    assert seen.judged is not None
    seats = _seats(seen.manifest)
    kept = new_sentinels(seen.judged, seen.judges, ranking.parameters["seed"])
    votes = seen.judged.votes
    counted = {judge.pk: counted for judge, counted in zip(votes.judges, votes.counted, strict=True)}
    panel = FrozenPanel.objects.create(
        name=seen.name,
        ranking=ranking,
        manifest=seen.manifest.as_text(),
        sha256=seen.manifest.sha256,
        reason=seen.reason,
        retest=retest_rates(seats, kept, counted),
        predecessor=seen.replaces,
        frozen_by=actor,
        frozen_at=datetime.fromisoformat(seen.manifest.content["frozen_at"]),
    )
    for seat in seats:
        seat.panel = panel
    FrozenPanelJudge.objects.bulk_create(seats)
    store_sentinels(panel=panel, kept=kept)
    detail = {"name": panel.name, "ranking": ranking.pk, "judges": list(seen.judges), "sha256": panel.sha256}
    record_audit(actor=actor, verb="freeze_panel", target=panel, after=seen.manifest.content, detail=detail)
    return panel


def _seats(manifest: PanelManifest) -> list[FrozenPanelJudge]:
    """The seats in order, not stored yet."""
    versions = {judge["id"]: judge["prompt_version"] for judge in manifest.judges}
    prompts = {prompt.version: prompt for prompt in JudgePrompt.objects.filter(version__in=versions.values())}
    return [
        FrozenPanelJudge(position=position, judge=judge, prompt=prompts.get(versions[judge.judge_id]))
        for position, judge in enumerate(known_judges(list(versions)), start=1)
    ]


def candidates_of(ranking: PanelRanking) -> dict[str, str | None]:
    """Prompt version by judge id, in the ranking's order; a stored object comes back in any order."""
    versions = ranking.inputs["prompt_versions"]
    return {candidate["judge"]: versions[candidate["judge"]] for candidate in ranking.result["candidates"]}


def next_name() -> str:
    """The next short name to type: panel-1, panel-2, ..."""
    names = FrozenPanel.objects.filter(name__startswith="panel-").values_list("name", flat=True)
    taken = [int(match[1]) for name in names if (match := NUMBERED.fullmatch(name))]
    return f"panel-{max(taken, default=0) + 1}"


def _check_state(ranking: PanelRanking) -> None:
    if ranking.state != PanelRanking.State.DONE:
        raise BadInputError(
            f"Ranking {ranking.pk} is {ranking.get_state_display().lower()}; only a finished ranking can be "
            f"frozen. {ranking.error}".strip()
        )


def _check_choice(
    ranking: PanelRanking, chosen: tuple[str, ...], reason: str, replaces: FrozenPanel | None
) -> None:
    problems = []
    unknown = [name for name in chosen if name not in ranking.inputs["prompt_versions"]]
    problems += [f"{name} was no candidate in ranking {ranking.pk}." for name in unknown]
    size = ranking.parameters["size"]
    if len(set(chosen)) != size or len(chosen) != size:
        problems.append(
            f"Ranking {ranking.pk} ranked panels of {size}; name {size} different judges, not {len(chosen)}."
        )
    if not reason and set(chosen) != set(ranking.result["recommended"]):
        problems.append(
            "This is not the recommended panel. Say why it is chosen all the same; the reason is kept in the "
            "manifest."
        )
    if not reason and replaces is not None:
        problems.append(f"Say why it replaces {replaces.name}; the reason is kept in the manifest.")
    if problems:
        raise BadInputError(problems)


def _check_unchanged(ranking: PanelRanking, manifest: PanelManifest) -> None:
    changed = [name for name in HASHED if manifest.content["hashes"][name] != ranking.inputs[name]]
    changed += ["rule"] if manifest.content["rule"]["text"] != ranking.parameters["rule"] else []
    if changed:
        raise BadInputError(
            f"Since ranking {ranking.pk} was computed, this has changed: "
            f"{', '.join(name.replace('_', ' ') for name in changed)}. Rank the panels again, then freeze."
        )


def seconds(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
