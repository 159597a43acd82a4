"""Recompute everything a frozen panel's manifest says from the data here, and say what differs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.base.errors import BadInputError
from calibration.models import Judge, JudgePrompt
from calibration.panels.build_manifest import PanelChoice, build_manifest, is_unrecorded
from calibration.panels.earlier_rules import version_as_json, version_of
from calibration.panels.manifest import FILE_NAME, NotAnObjectError, PanelManifest, check_shape
from calibration.panels.software import software_versions
from calibration.ratings.closed_round import round_named

PARTS = {
    "judges": "The judges: their ids, providers, families, decoding or prompt versions",
    "rule": "The rule, what it recommends, or the panel's place in the ranking",
    "agreement": "The agreement with the clinicians",
    "human_ceiling": "The human ceiling",
    "calibration": "The calibration set",
}
HASHES = {
    "labels": "the clinicians' labels",
    "votes": "the judges' votes",
    "rubric_revisions": "the rubric revisions",
    "responses": "the responses",
    "prompt": "the judging prompts",
    "draws": "the bootstrap draws",
}


@dataclass(frozen=True)
class ManifestDifference:
    """One thing that is not as the manifest says: a dotted path, both values, and a sentence."""

    what: str
    stated: Any
    found: Any
    sentence: str


@dataclass(frozen=True)
class Verification:
    """sha256_found is the hash of the manifest as recomputed here; None when nothing could be recomputed."""

    sha256_stated: str
    sha256_found: str | None
    differences: tuple[ManifestDifference, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def is_same(self) -> bool:
        return not self.differences


def read_manifest(text: str) -> PanelManifest:
    """The manifest in a file or row, complete. Raises BadInputError when it is none."""
    try:
        manifest = PanelManifest.read(text)
        manifest.as_text()
    except NotAnObjectError as problem:
        raise BadInputError("This is no manifest of a frozen panel: it is not an object.") from problem
    except (ValueError, RecursionError) as problem:
        raise BadInputError(f"This is not JSON ({problem}). Give a {FILE_NAME}.") from problem
    check_shape(manifest.content)
    return manifest


def verify_manifest(
    manifest: PanelManifest, build: Callable[[PanelChoice], PanelManifest] = build_manifest
) -> Verification:
    """Recompute the manifest from the labels, votes, rubrics and responses in this database.

    What no data can tell is taken as stated: when and by whom it was frozen, why, and with which software.
    build: how the manifest is recomputed. Raises BadInputError when the data it speaks of is not here.
    """
    if not manifest.is_unaltered:
        stated, own = manifest.sha256, manifest.sha256_of_content
        sentence = "The manifest was changed after it was hashed: its content does not fit its own SHA-256."
        return Verification(stated, own, (ManifestDifference("sha256", stated, own, sentence),))
    recomputed = build(_choice(manifest))
    differences = (
        *_hashes(manifest.content, recomputed.content),
        *_parts(manifest.content, recomputed.content),
    )
    return Verification(manifest.sha256, recomputed.sha256, differences, tuple(_notes(manifest)))


def _choice(manifest: PanelManifest) -> PanelChoice:
    content, rule, candidates = manifest.content, manifest.content["rule"], manifest.candidates
    asked = {name: rule[name] for name in ("size", "metric", "draws", "seed")}
    asked |= version_as_json(version_of(rule))
    return PanelChoice(
        round=round_named(content["calibration"]["set"]),
        parameters=asked | {"judges": list(candidates) if rule["candidates_named"] else None},
        candidates=candidates,
        judges=manifest.judge_ids,
        reason=rule["reason"],
        software=content["software_versions"],
        frozen_at=content["frozen_at"],
        frozen_by=content["frozen_by"],
        seed=content["calibration"]["seed"],
        stated=manifest,
    )


def _hashes(stated: Mapping[str, Any], recomputed: Mapping[str, Any]) -> list[ManifestDifference]:
    return [
        ManifestDifference(
            f"hashes.{name}",
            stated["hashes"].get(name),
            recomputed["hashes"][name],
            f"The hash of {words} differs.",
        )
        for name, words in HASHES.items()
        if stated["hashes"].get(name) != recomputed["hashes"][name]
    ]


def _parts(stated: Mapping[str, Any], recomputed: Mapping[str, Any]) -> list[ManifestDifference]:
    return [
        ManifestDifference(
            name,
            stated[name],
            recomputed[name],
            f"{words} differ." if name == "judges" else f"{words} differs.",
        )
        for name, words in PARTS.items()
        if stated[name] != recomputed[name]
    ]


def _notes(manifest: PanelManifest) -> list[str]:
    here = software_versions()
    notes = [
        f"It was frozen with {name} {version}; here it is {here.get(name, 'unknown')}."
        for name, version in manifest.content["software_versions"].items()
        if here.get(name) != version
    ]
    judges = Judge.objects.filter(judge_id__in=manifest.judge_ids)
    unrecorded = sorted(judge.judge_id for judge in judges if is_unrecorded(judge))
    if unrecorded:
        notes.append(
            f"Taken as stated, since not recorded here: provider and decoding of {', '.join(unrecorded)}."
        )
    versions = set(manifest.candidates.values())
    textless = JudgePrompt.objects.filter(version__in=versions - {None}, text="").order_by("version")
    if textless:
        names = ", ".join(prompt.version for prompt in textless)
        notes.append(f"Taken as stated, since not recorded here: the text of judging prompt {names}.")
    return notes
