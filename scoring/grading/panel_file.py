"""selected_judge_panel.json as a grader meets it: its own hash is checked before anything is graded. Pure."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from annotation.base.errors import BadInputError
from annotation.tables.canonical import sha256_of

FILE_NAME = "selected_judge_panel.json"
SEAL = "sha256"


def read_panel(path: Path) -> tuple[dict[str, Any], str | None]:
    """The content of a panel's file, and its hash as `check_seal` found it.

    Raises BadInputError with the file's name when the content is no panel or does not fit its hash.
    """
    try:
        panel: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInputError(f"{path}: cannot be read ({problem.strerror}).") from problem
    except (ValueError, RecursionError) as problem:
        raise BadInputError(f"{path}: is not JSON ({problem}). Expected {FILE_NAME}.") from problem
    try:
        seal = check_seal(panel)
        panel_judges(panel)
    except BadInputError as problem:
        raise BadInputError([f"{path}: {sentence}" for sentence in problem.problems]) from problem
    return panel, seal


def check_seal(panel: Any) -> str | None:
    """The panel's SHA-256, found to fit its content; None for a bare list of judges, which claims no freeze.

    The hash is part of a manifest, so anything that says more than its judges must carry it. Raises
    BadInputError when it is missing or does not fit.
    """
    if not isinstance(panel, Mapping) or panel.keys() <= {"judges"}:
        return None
    if SEAL not in panel:
        raise BadInputError(
            "sha256 is missing, so nothing shows that this is what was frozen. Use the "
            f"{FILE_NAME} as it was written at the freeze."
        )
    found = _hash_of(panel)
    if found is None or panel[SEAL] != found:
        raise BadInputError(
            "its sha256 does not fit its content, so it was changed after it was frozen. Use the "
            f"{FILE_NAME} as it was written at the freeze."
        )
    return found


def panel_judges(panel: Mapping[str, Any]) -> list[str]:
    """The judges' ids in frozen order. Raises BadInputError when the panel does not name different judges."""
    entries = panel.get("judges") if isinstance(panel, Mapping) else None
    if not isinstance(entries, list) or not entries:
        raise BadInputError(
            "The panel names no judges; expected a list under the key judges, in frozen order."
        )
    ids = [entry.get("id") if isinstance(entry, Mapping) else entry for entry in entries]
    judges = [judge for judge in ids if isinstance(judge, str) and judge]
    if len(judges) < len(ids) or len(set(judges)) < len(judges):
        raise BadInputError(
            "The panel's judges must be different and each have an id, a text under the key id."
        )
    return judges


def _hash_of(panel: Mapping[str, Any]) -> str | None:
    """None where the content has no canonical form, such as for NaN."""
    try:
        return sha256_of({name: value for name, value in panel.items() if name != SEAL})
    except (ValueError, TypeError, RecursionError):
        return None
