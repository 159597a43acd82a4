"""selected_judge_panel.json: the manifest's canonical bytes, out and in."""

from pathlib import Path

from annotation.errors import BadInputError
from calibration.models import FrozenPanel

FILE_NAME = "selected_judge_panel.json"


def check_place(path: Path | None) -> None:
    """Raise BadInputError when no file can be written there, before anything else is done.

    Found out by opening it, which alone knows about permissions, full or read-only disks and long names. What
    it holds stays as it is, and a file that was not there is not left behind.
    """
    if path is None:
        return
    try:
        is_new = not path.exists()
        with path.open("ab"):
            pass
        if is_new:
            path.unlink()
    except OSError as problem:
        raise BadInputError(
            f"{path}: cannot be written ({problem.strerror}). Name a file in a folder that exists."
        ) from problem


def write_manifest(panel: FrozenPanel, path: Path) -> None:
    """Write the very bytes that are stored. Raises BadInputError when the place cannot be written."""
    try:
        path.write_bytes(panel.manifest.encode("utf-8"))
    except OSError as problem:
        raise BadInputError(
            f"{path}: cannot be written ({problem.strerror}). Choose another file."
        ) from problem


def read_manifest_file(path: Path) -> str:
    """The text of a manifest file. Raises BadInputError when there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInputError(f"{path}: cannot be read as a manifest ({problem}).") from problem
