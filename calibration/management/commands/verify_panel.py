"""Recompute a frozen panel from the data here: the same, or which hash differs."""

from pathlib import Path
from typing import Any

from annotation.base.errors import BadInputError
from annotation.management.base import ConcordCommand, as_json
from calibration.panels.lookup import find_panel, panel_named
from calibration.panels.manifest_file import read_manifest_file
from calibration.panels.verification import Verification, read_manifest, verify_manifest


class Command(ConcordCommand):
    help = "Verify a frozen panel, by id or by its selected_judge_panel.json. Exits 1 when anything differs."

    def add_options(self, parser):
        parser.add_argument("panel", help="a panel's name or number, or a file")

    def run(self, *, panel, json, **options):
        name, text = _stated(panel)
        verification = verify_manifest(read_manifest(text))
        report = _report(name, verification)
        if not verification.is_same:
            if json:
                self._print(report)
            raise BadInputError([difference.sentence for difference in verification.differences])
        return report

    def lines(self, result):
        yield f"{result['panel']} is the same: every number and hash was computed again from the data here."
        yield f"SHA-256 {result['sha256']}"
        yield from result["notes"]

    def _print(self, report: dict[str, Any]) -> None:
        self.stdout.write(as_json(report))


def _stated(panel: str) -> tuple[str, str]:
    """What is verified, in a word, and its manifest."""
    known = find_panel(panel)  # first: a file of that name in the folder at hand can be given as ./NAME
    if known is None and Path(panel).is_file():
        return Path(panel).name, read_manifest_file(Path(panel))
    known = known or panel_named(panel)
    if known.imported:
        raise BadInputError(
            f"Panel {known.name} came with imported judgments; no freeze here could be computed again."
        )
    return known.name, known.manifest


def _report(name: str, verification: Verification) -> dict[str, Any]:
    return {
        "panel": name,
        "same": verification.is_same,
        "sha256": verification.sha256_stated,
        "sha256_found": verification.sha256_found,
        "differences": [
            {name: getattr(difference, name) for name in ("what", "stated", "found", "sentence")}
            for difference in verification.differences
        ],
        "notes": list(verification.notes),
    }
