"""One form of JSON for everything that is hashed: the same value always gives the same bytes."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces.

    value: dicts with text keys, lists, tuples, text, whole numbers, finite floats, True, False and None.
    Raises ValueError for NaN and infinity, TypeError for other types and for keys that are not text, because
    their JSON form would depend on who wrote it.
    """
    _check_keys(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def sha256_of(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def _check_keys(value: Any) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise TypeError(f"Keys of canonical JSON must be text; {key!r} is not.")
            _check_keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check_keys(inner)
