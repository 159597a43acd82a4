"""Is this the manifest of a frozen panel at all? Asked before anything is computed from it."""

from collections.abc import Iterator, Mapping
from typing import Any

from annotation.base.errors import BadInputError

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
    for place, judge in enumerate(judges if isinstance(judges, list) else [], start=1):
        if not isinstance(judge, dict) or not all(isinstance(judge.get(key), str | None) for key in keys):
            yield f"{name}, number {place}, is not a judge with {' and '.join(keys)}"
        elif not judge.get("id"):
            yield f"{name}, number {place}, has no id"


def _at(manifest: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, ABSENT where there is none or where its holder is no object."""
    value: Any = manifest
    for name in path.split("."):
        if not isinstance(value, dict):
            return ABSENT
        value = value.get(name, ABSENT)
    return value
