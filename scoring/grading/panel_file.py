"""A panel's file as a grader meets it: its own hash is checked before anything is graded. Pure."""

from collections.abc import Mapping
from pathlib import Path

from annotation.base.errors import BadInputError
from calibration.panels.manifest import FILE_NAME, SEAL, NotAnObjectError, PanelManifest


def read_panel(path: Path) -> tuple[PanelManifest, str | None]:
    """The manifest in a panel's file, and its hash as `check_seal` found it.

    Raises BadInputError with the file's name when the content is no panel or does not fit its hash.
    """
    try:
        panel = PanelManifest.read(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInputError(f"{path}: cannot be read ({problem.strerror}).") from problem
    except NotAnObjectError:
        panel = PanelManifest({})
    except ValueError as problem:
        raise BadInputError(f"{path}: is not JSON ({problem}). Expected {FILE_NAME}.") from problem
    try:
        seal = check_seal(panel)
        panel_judges(panel)
    except BadInputError as problem:
        raise BadInputError([f"{path}: {sentence}" for sentence in problem.problems]) from problem
    return panel, seal


def check_seal(panel: PanelManifest) -> str | None:
    """The panel's SHA-256, found to fit its content; None for a bare list of judges, which claims no freeze.

    The hash is part of a manifest, so anything that says more than its judges must carry it. Raises
    BadInputError when it is missing or does not fit.
    """
    if panel.content.keys() <= {"judges"}:
        return None
    if SEAL not in panel.content:
        raise BadInputError(
            "sha256 is missing, so nothing shows that this is what was frozen. Use the "
            f"{FILE_NAME} as it was written at the freeze."
        )
    if not panel.is_unaltered:
        raise BadInputError(
            "its sha256 does not fit its content, so it was changed after it was frozen. Use the "
            f"{FILE_NAME} as it was written at the freeze."
        )
    return panel.sha256


def panel_judges(panel: PanelManifest) -> list[str]:
    """The judges' ids in frozen order, also of a bare list of ids.

    Raises BadInputError when the panel does not name different judges.
    """
    entries = panel.content.get("judges")
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
