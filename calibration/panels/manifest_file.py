"""selected_judge_panel.json: the manifest's canonical bytes, out and in."""

import errno
import os
from pathlib import Path

from annotation.base.errors import BadInputError
from calibration.models import FrozenPanel

REMEDIES = {
    errno.ENOENT: "Name a file in a folder that exists.",
    errno.ENOTDIR: "Name a file in a folder that exists.",
    errno.EACCES: "Name a file in a folder you may write to.",
    errno.EPERM: "Name a file in a folder you may write to.",
    errno.EROFS: "Name a file in a folder you may write to.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.ENOSPC: "Make room there, or name a file on another disk.",
    errno.EDQUOT: "Make room there, or name a file on another disk.",
}


def check_writable(path: Path | None) -> None:
    """Raise BadInputError when no file can be written there, before anything else is done.

    Found out by opening it, which alone knows about permissions, full or read-only disks and long names. What
    it holds stays as it is, and a file that was not there is not left behind. A link is followed and stays.
    """
    if path is None:
        return
    target = Path(os.path.realpath(path))
    try:
        if not target.exists():
            target.open("xb").close()
            target.unlink()
        elif target.is_file():
            target.open("ab").close()
        else:  # a pipe would wait for its reader
            raise BadInputError(f"{path}: cannot be written (it is there and no file). Choose another name.")
    except OSError as problem:
        raise _cannot_be_written(path, problem) from problem


def write_manifest(panel: FrozenPanel, path: Path) -> None:
    """Write the very bytes that are stored. Raises BadInputError when the file cannot be written."""
    try:
        path.write_bytes(panel.manifest.encode("utf-8"))
    except OSError as problem:
        raise _cannot_be_written(path, problem) from problem


def _cannot_be_written(path: Path, problem: OSError) -> BadInputError:
    remedy = REMEDIES.get(problem.errno or 0, "Choose another file.")
    return BadInputError(f"{path}: cannot be written ({problem.strerror}). {remedy}")


def read_manifest_file(path: Path) -> str:
    """The text of a manifest file. Raises BadInputError when there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInputError(f"{path}: cannot be read as a manifest ({problem}).") from problem
