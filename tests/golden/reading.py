"""Run commands, and hold what they write against what was kept. Nothing of the project is imported."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

HERE = Path(__file__).parent
TABLES, EXPECTED = HERE / "tables", HERE / "expected"
DRAWS = ("--draws", 300)
OF_THEIR_DAY = ("frozen_at", "software_versions")


def run(*words: object) -> dict[str, Any]:
    """The JSON object that a command prints."""
    out = StringIO()
    call_command(*map(str, words), "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def expected(name: str) -> dict[str, Any]:
    return json.loads((EXPECTED / name).read_text(encoding="utf-8"))


def assert_same(found: Any, kept: Any, place: str = "") -> None:
    """Equal in every name, order, word and whole number, and in other numbers to nine decimals.

    PostgreSQL gives the names of stored JSON back in an order of its own, so there it may differ.
    """
    if isinstance(kept, float):
        assert isinstance(found, float), place
        assert found == pytest.approx(kept, abs=1e-9), place
    elif isinstance(kept, dict):
        assert _names(found) == _names(kept), place
        for name, value in kept.items():
            assert_same(found[name], value, f"{place}.{name}")
    elif isinstance(kept, list):
        assert len(found) == len(kept), place
        for number, (ours, theirs) in enumerate(zip(found, kept, strict=True)):
            assert_same(ours, theirs, f"{place}[{number}]")
    else:
        assert (type(found), found) == (type(kept), kept), place


def _names(value: dict[str, Any]) -> list[str]:
    return list(value) if connection.vendor == "sqlite" else sorted(value)


def frozen_that_day(manifest: bytes, kept: bytes) -> bytes:
    """The bytes of a manifest if it had been frozen when and where the kept one was.

    Its canonical JSON and its hash are made here anew, from their definition alone.
    """
    content, stated = json.loads(manifest), json.loads(kept)
    content |= {name: stated[name] for name in OF_THEIR_DAY}
    del content["sha256"]
    digest = hashlib.sha256(_canonical(content)).hexdigest()
    return _canonical(content | {"sha256": digest})


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
