"""Recompute everything a frozen panel's manifest says from the data here, and say what differs."""

import json
from dataclasses import dataclass, field
from typing import Any

from annotation.base.errors import BadInputError
from annotation.tables.canonical import canonical_json
from calibration.models import Judge, JudgePrompt
from calibration.panels.manifest import Choice, Manifest, build_manifest, hash_of, is_unrecorded
from calibration.panels.manifest_shape import check_shape
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
class Difference:
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
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def is_same(self) -> bool:
        return not self.differences


def read_manifest(text: str) -> Manifest:
    """The manifest in a file or row. Raises BadInputError when it is none."""
    try:
        manifest = json.loads(text, parse_constant=_no_json_number)
        canonical_json(manifest)
    except (ValueError, RecursionError) as problem:
        raise BadInputError(f"This is not JSON ({problem}). Give a selected_judge_panel.json.") from problem
    check_shape(manifest)
    return manifest


def _no_json_number(word: str) -> None:
    raise ValueError(f"{word} is no number there")


def verify_manifest(manifest: Manifest) -> Verification:
    """Recompute the manifest from the labels, votes, rubrics and responses in this database.

    What no data can tell is taken as stated: when and by whom it was frozen, why, and with which software.
    Raises BadInputError when the data it speaks of is not here.
    """
    own = hash_of(manifest)
    if own != manifest["sha256"]:
        sentence = "The manifest was changed after it was hashed: its content does not fit its own SHA-256."
        return Verification(
            manifest["sha256"], own, (Difference("sha256", manifest["sha256"], own, sentence),)
        )
    found = build_manifest(_choice(manifest))
    differences = (*_hashes(manifest, found), *_parts(manifest, found))
    return Verification(manifest["sha256"], hash_of(found), differences, tuple(_notes(manifest)))


def _choice(manifest: Manifest) -> Choice:
    rule = manifest["rule"]
    candidates = {candidate["id"]: candidate["prompt_version"] for candidate in rule["candidates"]}
    asked = {name: rule[name] for name in ("size", "metric", "draws", "seed")}
    return Choice(
        round=round_named(manifest["calibration"]["set"]),
        parameters=asked | {"judges": list(candidates) if rule["candidates_named"] else None},
        candidates=candidates,
        judges=[judge["id"] for judge in manifest["judges"]],
        reason=rule["reason"],
        software=manifest["software_versions"],
        frozen_at=manifest["frozen_at"],
        frozen_by=manifest["frozen_by"],
        seed=manifest["calibration"]["seed"],
        stated=manifest,
    )


def _hashes(stated: Manifest, found: Manifest) -> list[Difference]:
    return [
        Difference(
            f"hashes.{name}",
            stated["hashes"].get(name),
            found["hashes"][name],
            f"The hash of {words} differs.",
        )
        for name, words in HASHES.items()
        if stated["hashes"].get(name) != found["hashes"][name]
    ]


def _parts(stated: Manifest, found: Manifest) -> list[Difference]:
    return [
        Difference(
            name, stated[name], found[name], f"{words} differ." if name == "judges" else f"{words} differs."
        )
        for name, words in PARTS.items()
        if stated[name] != found[name]
    ]


def _notes(manifest: Manifest) -> list[str]:
    here = software_versions()
    notes = [
        f"It was frozen with {name} {version}; here it is {here.get(name, 'unknown')}."
        for name, version in manifest["software_versions"].items()
        if here.get(name) != version
    ]
    judges = Judge.objects.filter(judge_id__in=[judge["id"] for judge in manifest["judges"]])
    unrecorded = sorted(judge.judge_id for judge in judges if is_unrecorded(judge))
    if unrecorded:
        notes.append(
            f"Taken as stated, since not recorded here: provider and decoding of {', '.join(unrecorded)}."
        )
    versions = {one["prompt_version"] for one in manifest["rule"]["candidates"]}
    textless = JudgePrompt.objects.filter(version__in=versions - {None}, text="").order_by("version")
    if textless:
        names = ", ".join(prompt.version for prompt in textless)
        notes.append(f"Taken as stated, since not recorded here: the text of judging prompt {names}.")
    return notes
