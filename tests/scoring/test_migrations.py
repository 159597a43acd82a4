"""What scoring's migration does to cells that were stored before it."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import QuerySet
from django.utils import timezone

from calibration.models import FrozenPanel
from scoring.models import Cell
from tests.calibration.builders import make_responses, make_tasks
from tests.without_rules import HERE, without_rules

pytestmark = pytest.mark.both_databases

CELLS = import_module("scoring.migrations.0002_cells_with_a_score")


def test_a_score_that_does_not_fit_its_sums_is_set_right(db):
    panel = FrozenPanel.objects.create(name="p", manifest="{}", sha256="p", frozen_at=timezone.now())
    responses = make_responses(make_tasks(4, 1))
    without_rules(Cell)
    stored = [(0, 0, 0.0), (3, 4, None), (1, 4, 0.25), (0, 0, None)]  # weight met, weight voted, score
    QuerySet(Cell).bulk_create(
        Cell(
            id=number,
            panel=panel,
            response=response,
            weight_met=met,
            weight_voted=voted,
            score=score,
            judges=3,
            included=True,
            empty_response=False,
        )
        for number, (response, (met, voted, score)) in enumerate(zip(responses, stored, strict=True), start=1)
    )
    CELLS.score_as_the_sums_say(apps, HERE)
    scores = Cell.objects.order_by("id").values_list("score", flat=True)
    assert list(scores) == [None, 0.75, 0.25, None]
