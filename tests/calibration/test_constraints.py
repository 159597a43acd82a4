"""Rules about frozen panels that the database itself holds."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from calibration.models import FrozenPanel, SentinelPair
from tests.calibration.builders import make_responses, make_round, make_tasks

pytestmark = pytest.mark.both_databases


def make_panel(name: str, sha256: str) -> FrozenPanel:
    return FrozenPanel.objects.create(name=name, sha256=sha256, manifest="{}", frozen_at=timezone.now())


def test_a_manifest_belongs_to_one_panel(db):
    make_panel("panel-1", "a")
    make_panel("panel-2", "b")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_panel("panel-3", "a")


def test_a_position_holds_one_sentinel_pair_of_a_panel(cast):
    made = make_round(cast.clinicians, make_responses(make_tasks(2, 1)), [[1, 1, 1]] * 2)
    first, second = (
        {"response": item.response, "criterion_version": item.rubric_revision.criterion_versions.get()}
        for item in made.items.all()
    )
    panel, other = make_panel("panel-1", "a"), make_panel("panel-2", "b")
    SentinelPair.objects.create(panel=panel, position=1, votes="1", **first)
    SentinelPair.objects.create(panel=other, position=1, votes="1", **second)
    with pytest.raises(IntegrityError), transaction.atomic():
        SentinelPair.objects.create(panel=panel, position=1, votes="1", **second)
    SentinelPair.objects.create(panel=panel, position=2, votes="1", **second)
