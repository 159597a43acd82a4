"""Recompute a frozen panel from the data here: the same, or which hash differs."""

import json
from pathlib import Path
from typing import Any

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand
from calibration.panels.find import find_panel, panel_named
from calibration.panels.manifest_file import read_manifest_file
from calibration.panels.verify import Verification, read_manifest, verify_manifest


class Command(ConcordCommand):
    help = "Verify a frozen panel, by id or by its selected_judge_panel.json. Exits 1 when anything differs."

    def add_options(self, parser):
        parser.add_argument("panel", help="a panel's name or number, or a file")

    def run(self, *, panel, json, **options):
        name, text = _stated(panel)
        found = verify_manifest(read_manifest(text))
        report = _report(name, found)
        if not found.is_same:
            if json:
                self._print(report)
            raise BadInputError([difference.sentence for difference in found.differences])
        return report

    def lines(self, result):
        yield f"{result['panel']} is the same: every number and hash was computed again from the data here."
        yield f"SHA-256 {result['sha256']}"
        yield from result["notes"]

    def _print(self, report: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(report, ensure_ascii=False, allow_nan=False))


def _stated(panel: str) -> tuple[str, str]:
    """What is verified, in a word, and its manifest."""
    found = find_panel(panel)  # first: a file of that name in the folder at hand can be given as ./NAME
    if found is None and Path(panel).is_file():
        return Path(panel).name, read_manifest_file(Path(panel))
    found = found or panel_named(panel)
    if found.imported:
        raise BadInputError(
            f"Panel {found.name} came with imported judgments; no freeze here could be computed again."
        )
    return found.name, found.manifest


def _report(name: str, found: Verification) -> dict[str, Any]:
    return {
        "panel": name,
        "same": found.is_same,
        "sha256": found.sha256_stated,
        "sha256_found": found.sha256_found,
        "differences": [
            {"what": one.what, "stated": one.stated, "found": one.found, "sentence": one.sentence}
            for one in found.differences
        ],
        "notes": list(found.notes),
    }
