"""Read what a rater's browser or program sends as JSON: one change of a label, or time spent reading."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from annotation.assignments.answers import can_be_stored
from annotation.base.refusals import RefusedError, UnusableError

MAX_BODY_BYTES = 2_000_000
JSON_ONLY = "This address takes JSON and nothing else. Nothing was changed."
JSON_ONLY_CODE = "unsupported_media_type"
NOT_JSON = "The request is not JSON, so nothing could be read from it. Nothing was changed."


class TooLargeError(RefusedError):
    """A body that is longer than MAX_BODY_BYTES."""

    status = 413
    code = "too_large"

    def __init__(self) -> None:
        super().__init__("The request is too large: at most 2 MB can be saved at once. Nothing was changed.")


def read_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object that a body holds. Raises TooLargeError or UnusableError."""
    if len(body) > MAX_BODY_BYTES:
        raise TooLargeError
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as problem:
        raise UnusableError(NOT_JSON) from problem
    return checked_object(sent)


def checked_object(sent: Any) -> dict[str, Any]:
    """Return `sent` if it is a JSON object. Raises UnusableError."""
    if not isinstance(sent, dict):
        raise UnusableError("The request is not a JSON object.")
    return sent


def change_in(sent: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `record_label` that a client sends.

    The object is {"uuid", "criterion", "criterion_version", "change", "version", "client_at", "active_ms"}.
    `criterion_version` names the words that were read. It and the last two may be left out, and a clock or a
    time that makes no sense counts as left out. Raises UnusableError.
    """
    criterion = sent.get("criterion")
    if not isinstance(criterion, str) or not can_be_stored(criterion):
        raise UnusableError("A save needs the id of its criterion.")
    return {
        "criterion": criterion,
        "criterion_version": _words_read(sent.get("criterion_version")),
        **_common(sent),
    }


def whole_change_in(sent: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `record_transcript_label`: the same object without "criterion"."""
    return _common(sent)


def reading_in(sent: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `record_reading`; the object is {"uuid", "active_ms"}."""
    return {"uuid": _uuid(sent.get("uuid")), "active_ms": _milliseconds(sent.get("active_ms"))}


def _common(sent: dict[str, Any]) -> dict[str, Any]:
    change = sent.get("change")
    if not isinstance(change, dict):
        raise UnusableError("A save needs a change: an object that says what is to be different.")
    return {
        "uuid": _uuid(sent.get("uuid")),
        "change": change,
        "version": _version(sent.get("version")),
        "client_at": _time(sent.get("client_at")),
        "active_ms": _milliseconds(sent.get("active_ms")),
    }


def _uuid(sent: Any) -> UUID:
    try:
        return UUID(sent)
    except (ValueError, TypeError, AttributeError) as problem:
        raise UnusableError("A save needs a UUID of its own, so that repeating it is harmless.") from problem


def _version(sent: Any) -> int:
    if isinstance(sent, bool) or not isinstance(sent, int) or not 0 <= sent < 2**31:
        raise UnusableError(
            "A save needs the version of the label it changes: a whole number from 0 to 2147483647."
        )
    return sent


def _words_read(sent: Any) -> int | None:
    if sent is not None and (isinstance(sent, bool) or not isinstance(sent, int) or not 0 < sent < 2**63):
        raise UnusableError("The criterion's version is the number that the page gave it.")
    return sent


def _time(sent: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(sent)
    except (ValueError, TypeError):
        return None


def _milliseconds(sent: Any) -> int:
    is_number = isinstance(sent, int | float) and not isinstance(sent, bool)
    return int(sent) if is_number and abs(sent) < 1e15 else 0
