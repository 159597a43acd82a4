"""Frozen panels that come with imported judgments: from a list of judges, or from a panel's own manifest."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.base.action import action, one_import_at_a_time
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.models import Person
from annotation.tables.canonical import sha256_of
from calibration.judges.register import register_judges
from calibration.models import FrozenPanel, FrozenPanelJudge, Judge, JudgePrompt
from calibration.panels.manifest import FILE_NAME, NotAnObjectError, PanelManifest

LARGEST_PANEL = 64
LONGEST_NAME = 200


@action
def register_panel(*, judges: Sequence[str], actor: Person | None) -> FrozenPanel:
    """The imported panel of these judges in this order; registered, with its judges, when it is new.

    Its name follows from its judges, so that the same panel has one name in every database. Raises
    BadInputError for an empty list, a blank or repeated name, or more judges than a panel can seat.
    """
    names = [name.strip() for name in judges]
    if not names or not all(0 < len(name) <= LONGEST_NAME for name in names):
        raise BadInputError("The panel needs its judges by name, separated by commas and in order.")
    if len(set(names)) < len(names):
        raise BadInputError("A judge is named twice; a panel has each judge once.")
    if len(names) > LARGEST_PANEL:
        raise BadInputError(f"A panel has at most {LARGEST_PANEL} judges; {len(names)} were named.")
    one_import_at_a_time()
    name = f"imported-{sha256_of(names)[:8]}"
    known = FrozenPanel.objects.filter(name=name, imported=True).first()
    if known is not None:
        return known
    register_judges(names)
    return _freeze(name, _manifest_of(names, actor), actor)


def _manifest_of(names: list[str], actor: Person | None) -> PanelManifest:
    judges = Judge.objects.in_bulk(names, field_name="judge_id")
    seats = [
        {
            "id": name,
            "provider": judges[name].provider,
            "family": judges[name].family,
            "decoding": judges[name].decoding,
            "prompt_version": None,
        }
        for name in names
    ]
    return PanelManifest.sealed(
        {
            "judges": seats,
            "rule": "Registered with imported judgments; it was not chosen here.",
            "imported": True,
            "frozen_at": timezone.now().isoformat(),
            "frozen_by": actor.pseudonym if actor else None,
        }
    )


@action
def register_manifest(*, path: Path, actor: Person | None) -> FrozenPanel:
    """The panel whose manifest (selected_judge_panel.json) is in the file; registered when it is new.

    Raises BadInputError when the file cannot be read or its hash does not fit its content.
    """
    manifest = _read(path)
    one_import_at_a_time()
    known = FrozenPanel.objects.filter(sha256=manifest.sha256).first()
    if known is not None:
        return known
    register_judges(manifest.judge_ids)
    for seat in manifest.judges:
        unknown = Judge.objects.filter(judge_id=seat["id"], provider="", votes=None, seats=None)
        unknown.update(
            provider=seat.get("provider") or "",
            family=seat.get("family") or "",
            decoding=seat.get("decoding") or {},
        )
    return _freeze(f"panel-{manifest.sha256[:8]}", manifest, actor)


def _read(path: Path) -> PanelManifest:
    try:
        manifest = PanelManifest.read(path.read_bytes())
    except OSError as problem:
        raise BadInputError(f"{path}: cannot be opened ({problem.strerror}).") from problem
    except NotAnObjectError:
        manifest = PanelManifest({})
    except ValueError as problem:
        raise _no_json(path) from problem
    if manifest.sha256_of_content is None:
        raise _no_json(path)
    seats = manifest.content.get("judges")
    if not isinstance(seats, list) or not seats or not all(_is_seat(seat) for seat in seats):
        raise BadInputError(
            f"{path}: has no list of judges with their ids, expected a panel's manifest as in {FILE_NAME}."
        )
    if len(set(manifest.judge_ids)) < len(seats):
        raise BadInputError(f"{path}: names a judge twice; a panel has each judge once.")
    if not manifest.is_unaltered:
        raise BadInputError(
            f"{path}: its sha256 does not fit its content, so it was changed after it was frozen. "
            "Use the file as it was written."
        )
    return manifest


def _no_json(path: Path) -> BadInputError:
    return BadInputError(f"{path}: is not JSON, expected a panel's manifest.")


def _is_seat(seat: Any) -> bool:
    if not isinstance(seat, dict) or not _is_word(seat.get("id"), LONGEST_NAME):
        return False
    lengths = {"provider": LONGEST_NAME, "family": 100, "prompt_version": 64}
    return all(seat.get(name) in (None, "") or _is_word(seat[name], most) for name, most in lengths.items())


def _is_word(value: Any, most: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= most


def _freeze(name: str, manifest: PanelManifest, actor: Person | None) -> FrozenPanel:
    panel = FrozenPanel.objects.create(
        name=name,
        imported=True,
        manifest=manifest.as_text(),
        sha256=manifest.sha256,
        reason="Registered with imported judgments.",
        frozen_by=actor,
        frozen_at=timezone.now(),
    )
    seats = manifest.judges
    judges = Judge.objects.in_bulk(manifest.judge_ids, field_name="judge_id")
    prompts = JudgePrompt.objects.in_bulk(
        [seat["prompt_version"] for seat in seats if seat.get("prompt_version")], field_name="version"
    )
    FrozenPanelJudge.objects.bulk_create(
        FrozenPanelJudge(
            panel=panel,
            position=position,
            judge=judges[seat["id"]],
            prompt=prompts.get(seat.get("prompt_version")),
        )
        for position, seat in enumerate(seats, start=1)
    )
    detail = {"sha256": manifest.sha256, "name": name}
    record_audit(actor=actor, verb="register_panel", target=panel, detail=detail)
    return panel
