"""selected_judge_panel.json: what a frozen panel says about itself, with its hash. Pure.

Written at a freeze, stored with the panel, read by its verification, by imports and by the grader of files.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.base.errors import BadInputError
from annotation.tables.canonical import canonical_json, sha256_of

FILE_NAME = "selected_judge_panel.json"
SEAL = "sha256"
WHEN_AND_WHO = ("frozen_at", "frozen_by", SEAL)  # what differs between two freezes of the same content
DECIMALS = 9
NO_TEXT = hashlib.sha256(b"").hexdigest()
TEXT, NUMBER, TRUTH, TABLE, LIST = str, int, bool, dict, list
OR_NULL = (type(None),)
Kinds = tuple[type, ...]
KINDS: dict[str, Kinds] = {
    "judges": (LIST,),
    "rule": (TABLE,),
    "rule.metric": (TEXT,),
    "rule.size": (NUMBER,),
    "rule.draws": (NUMBER,),
    "rule.seed": (NUMBER,),
    "rule.candidates": (LIST,),
    "rule.candidates_named": (TRUTH,),
    "rule.reason": (TEXT,),
    "agreement": (TABLE,),
    "human_ceiling": (TABLE,),
    "calibration": (TABLE,),
    "calibration.set": (TEXT,),
    "calibration.seed": (NUMBER, *OR_NULL),
    "hashes": (TABLE,),
    "hashes.prompt": (TABLE,),
    "software_versions": (TABLE,),
    "frozen_at": (TEXT,),
    "frozen_by": (TEXT, *OR_NULL),
    "sha256": (TEXT,),
}
WORDS = {TEXT: "text", NUMBER: "a whole number", TRUTH: "true or false", TABLE: "an object", LIST: "a list"}
ABSENT = object()


class NotAnObjectError(ValueError):
    """The text is JSON, but no object."""


@dataclass(frozen=True)
class PanelManifest:
    """content: everything the manifest says, its own hash included where it carries one."""

    content: Mapping[str, Any]

    @classmethod
    def read(cls, text: str | bytes) -> "PanelManifest":
        """The manifest in a file or row. What it says is not checked: see `is_unaltered` and
        `check_shape`.

        Raises ValueError for what is not JSON, NotAnObjectError for JSON that is no object.
        """
        try:
            content = json.loads(text, parse_constant=_refuse_constant)
        except RecursionError as problem:
            raise ValueError(str(problem)) from problem
        if not isinstance(content, dict):
            raise NotAnObjectError("A manifest is an object.")
        return cls(content)

    @classmethod
    def sealed(cls, content: Mapping[str, Any]) -> "PanelManifest":
        """The manifest with the hash of this content, which has none yet."""
        return cls({**content, SEAL: sha256_of(dict(content))})

    def as_text(self) -> str:
        """The canonical JSON of the whole manifest: what is stored, and the bytes of the file."""
        return canonical_json(dict(self.content)).decode("utf-8")

    @property
    def sha256(self) -> str | None:
        """The hash that the manifest states; None where it states none."""
        stated: str | None = self.content.get(SEAL)
        return stated

    @property
    def sha256_of_content(self) -> str | None:
        """The hash that its content has, its own hash left out; None where it has no canonical form."""
        try:
            return sha256_of({name: value for name, value in self.content.items() if name != SEAL})
        except (ValueError, TypeError, RecursionError):
            return None

    @property
    def is_unaltered(self) -> bool:
        """Whether the content fits the hash it states."""
        return self.sha256 is not None and self.sha256 == self.sha256_of_content

    @property
    def judges(self) -> list[dict[str, Any]]:
        """The judges in the order of their seats: id, family, prompt_version, provider and decoding."""
        judges: list[dict[str, Any]] = self.content["judges"]
        return judges

    @property
    def judge_ids(self) -> list[str]:
        """Their ids, in order."""
        return [judge["id"] for judge in self.judges]

    @property
    def candidates(self) -> dict[str, str | None]:
        """Prompt version of every ranked judge, by its id."""
        return {judge["id"]: judge["prompt_version"] for judge in self.content["rule"]["candidates"]}

    @property
    def what_was_frozen(self) -> dict[str, Any]:
        """The content without when, by whom, and the hash that follows from these."""
        return {name: value for name, value in self.content.items() if name not in WHEN_AND_WHO}


def rounded(value: Any) -> Any:
    """The value as it is hashed: every float in it with nine decimals and no negative zero, so that another
    machine's arithmetic gives the same bytes.
    """
    if isinstance(value, float):
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value


def is_unknown(prompt_sha256: str | None) -> bool:
    """Whether a manifest knew no text of a prompt; the first ones wrote the hash of an empty text then."""
    return prompt_sha256 in (None, NO_TEXT)


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no number there")


def check_shape(content: Mapping[str, Any]) -> None:
    """Raise BadInputError with everything of a manifest's content that is missing or of the wrong kind."""
    problems = list(_problems(content))
    if problems:
        raise BadInputError([f"This is no manifest of a frozen panel: {problem}." for problem in problems])


def _problems(manifest: Mapping[str, Any]) -> Iterator[str]:
    for path, kinds in KINDS.items():
        value = _at(manifest, path)
        if value is ABSENT:
            yield f"{path} is missing"
        elif type(value) not in kinds:  # not isinstance: True is no number here
            yield f"{path} is not {WORDS[kinds[0]]}"
    yield from _bad_judges(manifest, "judges", ("id",))
    yield from _bad_judges(_at(manifest, "rule"), "candidates", ("id", "prompt_version"))


def _bad_judges(holder: Any, name: str, keys: tuple[str, ...]) -> Iterator[str]:
    judges = holder.get(name) if isinstance(holder, dict) else None
    for number, judge in enumerate(judges if isinstance(judges, list) else [], start=1):
        if not isinstance(judge, dict) or not all(isinstance(judge.get(key), str | None) for key in keys):
            yield f"{name}, number {number}, is not a judge with {' and '.join(keys)}"
        elif not judge.get("id"):
            yield f"{name}, number {number}, has no id"


def _at(manifest: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, ABSENT where there is none or where its holder is no object."""
    value: Any = manifest
    for name in path.split("."):
        if not isinstance(value, dict):
            return ABSENT
        value = value.get(name, ABSENT)
    return value
