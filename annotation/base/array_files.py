"""Arrays in a file that says what they were made from, so that they are never taken for something newer.
Pure.

A file is an uncompressed .npz: every part carries a checksum, so that a damaged file is told from a sound
one.
"""

import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.generic]]
ABOUT = "about"
DAMAGED = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, eq=False)
class FileContent:
    """What a file holds. facts: anything JSON can say beside the arrays."""

    arrays: Arrays = field(default_factory=dict)
    facts: Any = None


def read_content(path: Path, stamp: str) -> FileContent | None:
    """The content of a file made from `stamp`; None when there is no such file, or it is another's or
    damaged.
    """
    try:
        with np.load(path, allow_pickle=False) as parts:
            about = json.loads(parts[ABOUT].tobytes())
            if about["stamp"] != stamp:
                return None
            arrays = {name: parts[name] for name in parts.files if name != ABOUT}
            return FileContent(arrays, about["facts"])
    except DAMAGED:
        return None


def write_content(path: Path, stamp: str, content: FileContent) -> None:
    """Replace the file at once: a reader sees the old one or the new one, never a part. Raises OSError."""
    about = json.dumps({"stamp": stamp, "facts": content.facts}).encode()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **{ABOUT: np.frombuffer(about, dtype=np.uint8)}, **content.arrays)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
