"""The invalidation watch: is a frozen panel still what it was calibrated as, and if not, why."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from annotation.base.array_cache import cached_result
from annotation.base.errors import BadInputError
from annotation.corpus.frames import current_rubrics
from annotation.models import Round
from annotation.tables.canonical import sha256_of
from calibration.judging.parse import PARSER_VERSION
from calibration.models import FrozenPanel, FrozenPanelJudge, SeenHealth
from calibration.panels.known_health import keep_health
from calibration.panels.manifest import PanelManifest, is_unknown, rounded
from calibration.ratings import RoundRatings, read_round_ratings
from calibration.ratings.checksums import RoundChecksums, round_checksums
from calibration.ratings.judged_round import pinned_votes

SOUND, STALE, BROKEN, IMPORTED = SeenHealth.State.values
WORDS = dict(SeenHealth.State.choices)
TASKS_NAMED = 3


@dataclass(frozen=True)
class Health:
    """state: sound; stale (an input changed since the freeze); broken (the manifest itself was altered); or
    imported (registered with judgments from elsewhere, so that nothing here can be compared with it).
    """

    state: str
    reasons: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return WORDS[self.state]


@dataclass(frozen=True)
class CurrentHashes:
    """Of what the freeze was made from, as it is now. votes: None when a candidate or its prompt is gone."""

    labels: str
    rubric_revisions: str
    responses: str
    votes: str | None


def health(panel: FrozenPanel) -> Health:
    """Look at the manifest's own hash, then at every input of the freeze as it is now."""
    manifest = PanelManifest.read(panel.manifest)
    of_itself = health_of_itself(panel, manifest)
    if of_itself is not None:
        return of_itself
    return health_by(panel, manifest, round_checksums(panel.ranking.round), seats_of(panel))


def health_by(
    panel: FrozenPanel,
    manifest: PanelManifest,
    checksums: RoundChecksums,
    seats: Sequence[FrozenPanelJudge],
) -> Health:
    """The same for a panel frozen here and unaltered, with what has been read of its round and its seats."""
    reasons = tuple(_reasons(panel, manifest, checksums, seats))
    return Health(STALE if reasons else SOUND, reasons)


def seats_of(panel: FrozenPanel) -> list[FrozenPanelJudge]:
    """The panel's seats in order, with their judges and prompts."""
    return list(panel.seats.select_related("judge", "prompt"))


def health_of_itself(panel: FrozenPanel, manifest: PanelManifest) -> Health | None:
    """Broken or imported, as the panel itself shows; None when that depends on the data."""
    if not manifest.is_unaltered or manifest.sha256 != panel.sha256:
        return Health(BROKEN, ("Its manifest does not fit its SHA-256: it was altered after the freeze.",))
    return Health(IMPORTED) if panel.ranking_id is None else None


def look_at(panel: FrozenPanel) -> Health:
    """Its health, also kept for the list of panels."""
    seen = health(panel)
    keep_health(panel, seen.state, seen.reasons)
    return seen


def require_verified(panel: FrozenPanel) -> list[str]:
    """Let scoring use the panel: why it is stale, to be shown as warnings; nothing when it is sound.

    Raises BadInputError when its manifest does not fit its hash: an altered panel grades nothing.
    """
    known = health(panel)
    if known.state == BROKEN:
        raise BadInputError(f"Panel {panel.name} cannot be used. {' '.join(known.reasons)}")
    return [f"Panel {panel.name} is stale. {reason}" for reason in known.reasons]


def _reasons(
    panel: FrozenPanel,
    manifest: PanelManifest,
    checksums: RoundChecksums,
    seats: Sequence[FrozenPanelJudge],
) -> Iterator[str]:
    yield from _changed_hashes(panel.ranking.round, manifest, checksums)
    yield from _revised_rubrics(panel.ranking.round)
    for seat in seats:
        yield from _changed_judge(seat, manifest.judges[seat.position - 1])
        yield from _changed_prompt(seat, manifest.content["hashes"]["prompt"])
    frozen_parser = manifest.content["software_versions"].get("parser")
    if frozen_parser != PARSER_VERSION:
        yield f"Replies are read by parser {PARSER_VERSION} now; it was {frozen_parser} at the freeze."


def _changed_hashes(round: Round, manifest: PanelManifest, checksums: RoundChecksums) -> Iterator[str]:
    stated, name = manifest.content["hashes"], manifest.content["calibration"]["set"]
    now = _current_hashes(round, manifest, checksums)
    if now.labels != stated["labels"]:
        yield f"Clinicians' labels of round {name} have changed since the freeze."
    if now.rubric_revisions != stated["rubric_revisions"]:
        yield f"The rubric revisions pinned in round {name} have changed since the freeze."
    if now.responses != stated["responses"]:
        yield f"Responses of round {name} have changed since the freeze."
    if now.votes != stated["votes"]:
        yield f"Judges' votes on round {name} have changed since the freeze."


def _current_hashes(round: Round, manifest: PanelManifest, checksums: RoundChecksums) -> CurrentHashes:
    """Made from the rows, again only when a checksum of them is another one."""
    candidates = [manifest.content["frozen_at"], list(manifest.candidates.items())]

    def compute() -> CurrentHashes:
        labels = read_round_ratings(round)
        votes = _votes_sha256(labels, manifest)
        return CurrentHashes(labels.labels_sha256, labels.rubrics_sha256, labels.responses_sha256, votes)

    name = f"round-{round.pk}/hashes-{sha256_of(candidates)[:16]}"
    return cached_result(name, checksums.fingerprint, CurrentHashes, compute)


def _votes_sha256(labels: RoundRatings, manifest: PanelManifest) -> str | None:
    try:
        return pinned_votes(labels, manifest.candidates, manifest.content["frozen_at"]).sha256
    except BadInputError:
        return None


def _revised_rubrics(round: Round) -> Iterator[str]:
    items = round.items.of_responses().order_by()
    pinned = items.filter(
        rubric_revision__task=OuterRef("task"), rubric_revision__content_hash=OuterRef("content_hash")
    )
    newest = current_rubrics().filter(task__in=items.values("response__task"))
    revised = newest.filter(~Exists(pinned)).select_related("task")
    named = [
        f"{revision.task.uid} (revision {revision.number}, {revision.get_edit_class_display().lower()})"
        for revision in sorted(revised, key=lambda revision: revision.task.uid)
    ]
    if named:
        more = f" and {len(named) - TASKS_NAMED} more" if len(named) > TASKS_NAMED else ""
        which = ", ".join(named[:TASKS_NAMED])
        yield f"Rubrics were revised after the clinicians labelled them: {which}{more}."


def _changed_judge(seat: Any, stated: dict[str, Any]) -> Iterator[str]:
    judge = seat.judge
    if judge.judge_id != stated["id"]:
        yield f"Judge {stated['id']} is called {judge.judge_id} now."
    if judge.provider != stated["provider"]:
        yield f"The provider of {judge.judge_id} is {judge.provider!r} now; it was {stated['provider']!r}."
    if rounded(judge.decoding) != stated["decoding"]:
        yield f"The decoding parameters of {judge.judge_id} have changed since the freeze."


def _changed_prompt(seat: Any, stated: dict[str, str | None]) -> Iterator[str]:
    then = stated.get(seat.judge.judge_id)
    if seat.prompt is None or is_unknown(then):
        return
    of_text = hashlib.sha256(seat.prompt.text.encode()).hexdigest()
    if not seat.prompt.sha256 == of_text == then:
        yield f"The text of judging prompt {seat.prompt.version} has changed since the freeze."
