"""Register a panel that was frozen elsewhere, so that its judgments can be imported."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from annotation.actions.audit import record_audit
from annotation.models import Person
from calibration.actions.freeze import next_name, seconds
from calibration.actions.manifest import Manifest, as_text, with_hash
from calibration.models import FrozenPanel, FrozenPanelJudge, Judge, JudgePrompt

NOT_KNOWN = ("agreement", "human_ceiling", "calibration")


@transaction.atomic
def register_panel(
    *,
    judges: Sequence[Judge],
    manifest: Manifest | None = None,
    name: str | None = None,
    actor: Person | None,
) -> FrozenPanel:
    """Keep an imported panel with its seats in the order of `judges`.

    manifest: as it came, with its own hash; without one, what is known is written down and everything else is
    null. Its prompts are linked where they are known here.
    """
    now = timezone.now()
    kept = manifest or with_hash(_bare_manifest(judges, seconds(now), actor))
    panel = FrozenPanel.objects.create(
        name=name or next_name(),
        imported=True,
        manifest=as_text(kept),
        sha256=kept["sha256"],
        frozen_by=actor,
        frozen_at=now,
    )
    versions = {judge["id"]: judge.get("prompt_version") for judge in kept["judges"]}
    prompts = {prompt.version: prompt for prompt in JudgePrompt.objects.filter(version__in=versions.values())}
    FrozenPanelJudge.objects.bulk_create(
        FrozenPanelJudge(
            panel=panel, position=position, judge=judge, prompt=prompts.get(versions[judge.judge_id])
        )
        for position, judge in enumerate(judges, start=1)
    )
    detail = {"name": panel.name, "judges": list(versions), "sha256": panel.sha256}
    record_audit(actor=actor, verb="register_panel", target=panel, after=kept, detail=detail)
    return panel


def _bare_manifest(judges: Sequence[Judge], frozen_at: str, actor: Person | None) -> Manifest:
    return {
        "judges": [
            {
                "id": judge.judge_id,
                "provider": judge.provider,
                "family": judge.family,
                "decoding": judge.decoding,
                "prompt_version": None,
            }
            for judge in judges
        ],
        "rule": {"text": "Frozen elsewhere; registered here with its judgments.", "chosen": "imported"},
        **dict.fromkeys(NOT_KNOWN),
        "hashes": {},
        "software_versions": {},
        "frozen_at": frozen_at,
        "frozen_by": actor.pseudonym if actor else None,
    }
