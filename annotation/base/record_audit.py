"""Write down who did what."""

import hashlib
import json
from typing import Any

from django.db import models

from annotation.models import AuditEntry, Person


def record_audit(
    *,
    actor: Person | None,
    verb: str,
    target: models.Model | str,
    before: Any = None,
    after: Any = None,
    detail: dict[str, Any] | None = None,
) -> AuditEntry:
    """Append one audit row inside the caller's transaction.

    `target` is a row, or "type:id" for something without one. `before` and `after` are JSON-ready states of
    which only the hash is kept. `detail` holds names, counts and hashes; never texts, notes or secrets.
    """
    object_type, object_id = _name(target)
    return AuditEntry.objects.create(
        actor=actor,
        verb=verb,
        object_type=object_type,
        object_id=object_id,
        before_hash=_hash(before),
        after_hash=_hash(after),
        detail=detail or {},
    )


def _name(target: models.Model | str) -> tuple[str, str]:
    if isinstance(target, str):
        kind, _, key = target.partition(":")
        return kind, key
    return target._meta.label_lower, str(target.pk)


def _hash(state: Any) -> str:
    if state is None:
        return ""
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
