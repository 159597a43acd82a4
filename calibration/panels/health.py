"""The invalidation watch: is a frozen panel still what it was calibrated as, and if not, why."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotation.base.errors import BadInputError
from annotation.corpus.frames import current_rubrics
from calibration.judging.parse import PARSER_VERSION
from calibration.models import FrozenPanel, SeenHealth
from calibration.panels.known_health import keep_health
from calibration.panels.manifest import PanelManifest, is_unknown, rounded
from calibration.ratings import RoundFrame, round_frame
from calibration.ratings.ranking_inputs import pinned_votes

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


def health(panel: FrozenPanel) -> Health:
    """Look at the manifest's own hash, then at every input of the freeze as it is now."""
    manifest = PanelManifest.read(panel.manifest)
    found = health_of_itself(panel, manifest)
    if found is not None:
        return found
    reasons = tuple(_reasons(panel, manifest))
    return Health(STALE if reasons else SOUND, reasons)


def health_of_itself(panel: FrozenPanel, manifest: PanelManifest) -> Health | None:
    """Broken or imported, as the panel itself shows; None when that depends on the data."""
    if not manifest.is_unaltered or manifest.sha256 != panel.sha256:
        return Health(BROKEN, ("Its manifest does not fit its SHA-256: it was altered after the freeze.",))
    return Health(IMPORTED) if panel.ranking_id is None else None


def look_at(panel: FrozenPanel) -> Health:
    """Its health, also kept for the list of panels."""
    found = health(panel)
    keep_health(panel, found.state, found.reasons)
    return found


def _reasons(panel: FrozenPanel, manifest: PanelManifest) -> Iterator[str]:
    labels = round_frame(panel.ranking.round)
    yield from _changed_hashes(labels, manifest)
    yield from _revised_rubrics(panel)
    for seat in panel.seats.select_related("judge", "prompt"):
        yield from _changed_judge(seat, manifest.judges[seat.position - 1])
        yield from _changed_prompt(seat, manifest.content["hashes"]["prompt"])
    frozen_parser = manifest.content["software_versions"].get("parser")
    if frozen_parser != PARSER_VERSION:
        yield f"Replies are read by parser {PARSER_VERSION} now; it was {frozen_parser} at the freeze."


def _changed_hashes(labels: RoundFrame, manifest: PanelManifest) -> Iterator[str]:
    stated, name = manifest.content["hashes"], manifest.content["calibration"]["set"]
    if labels.labels_sha256 != stated["labels"]:
        yield f"Clinicians' labels of round {name} have changed since the freeze."
    if labels.rubrics_sha256 != stated["rubric_revisions"]:
        yield f"The rubric revisions pinned in round {name} have changed since the freeze."
    if labels.responses_sha256 != stated["responses"]:
        yield f"Responses of round {name} have changed since the freeze."
    if _votes_sha256(labels, manifest) != stated["votes"]:
        yield f"Judges' votes on round {name} have changed since the freeze."


def _votes_sha256(labels: RoundFrame, manifest: PanelManifest) -> str | None:
    """The hash of the candidates' votes as they are now; None when a candidate or its prompt is gone."""
    try:
        return pinned_votes(labels, manifest.candidates, with_costs=False).sha256
    except BadInputError:
        return None


def _revised_rubrics(panel: FrozenPanel) -> Iterator[str]:
    items = panel.ranking.round.items.of_responses().order_by()
    pinned = dict(items.values_list("rubric_revision__task_id", "rubric_revision__content_hash"))
    newest = current_rubrics().filter(task__in=items.values("response__task")).select_related("task")
    revised = [one for one in newest if one.content_hash != pinned[one.task_id]]
    named = [
        f"{one.task.uid} (revision {one.number}, {one.get_edit_class_display().lower()})"
        for one in sorted(revised, key=lambda one: one.task.uid)
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
