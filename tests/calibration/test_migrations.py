"""What calibration's migrations do to rows that were stored before them."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError
from django.db.models import Model, QuerySet
from django.utils import timezone

from calibration.models import FrozenPanel, JudgePrompt, PanelRanking, SentinelPair
from tests.calibration.builders import make_responses, make_round, make_tasks, sha256
from tests.without_rules import HERE, without_rules

pytestmark = pytest.mark.both_databases

ONE_PANEL = import_module("calibration.migrations.0004_one_panel_a_manifest")
PROMPT_TEXT = import_module("calibration.migrations.0006_unknown_prompt_text")
POSITION_ONCE = import_module("calibration.migrations.0007_sentinel_position_once")
TEXT, NO_TEXT = sha256("text"), sha256("")


@pytest.fixture
def closed(cast):
    return make_round(cast.clinicians, make_responses(make_tasks(2, 1)), [[1, 1, 1]] * 2)


def make_panels(*names: str) -> list[FrozenPanel]:
    facts = {"manifest": "{}", "frozen_at": timezone.now()}
    return [FrozenPanel.objects.create(name=name, sha256=name, **facts) for name in names]


def add_copy(row: Model, **changes) -> None:
    """The row once more under a number of its own, in a table without rules."""
    facts = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    QuerySet(type(row)).bulk_create([type(row)(**facts | {"id": row.pk + 1000} | changes)])


def test_two_panels_with_one_manifest_are_named(db):
    first, _ = make_panels("panel-1", "panel-2")
    ONE_PANEL.check_no_manifest_is_there_twice(apps, HERE)  # nothing to say
    without_rules(FrozenPanel)
    add_copy(first, name="panel-3")
    with pytest.raises(CommandError, match=r"share a manifest: panel-1, panel-3\. Keep the one"):
        ONE_PANEL.check_no_manifest_is_there_twice(apps, HERE)


def test_panels_with_two_sentinel_pairs_at_one_position_are_named(closed):
    panels = make_panels("panel-1", "panel-2")
    for panel in panels:
        for position, item in enumerate(closed.items.all(), start=1):
            version = item.rubric_revision.criterion_versions.get()
            facts = {"response": item.response, "criterion_version": version, "votes": "1"}
            SentinelPair.objects.create(panel=panel, position=position, **facts)
    POSITION_ONCE.check_no_position_is_there_twice(apps, HERE)  # nothing to say
    without_rules(SentinelPair)
    add_copy(panels[1].sentinels.first(), votes="0")
    with pytest.raises(CommandError, match=r"two sentinel pairs at one position: panel-2\. Remove one"):
        POSITION_ONCE.check_no_position_is_there_twice(apps, HERE)


@pytest.fixture
def ranking(closed) -> PanelRanking:
    """Of a judge asked with a known text, one asked with an unknown text, and one asked with nothing."""
    inputs = {
        "labels": "L",
        "prompt": {"m/a": TEXT, "m/b": NO_TEXT, "m/c": None},
        "prompt_versions": {"m/a": "v1", "m/b": "imported", "m/c": None},
    }
    return PanelRanking.objects.create(round=closed, inputs=inputs)


def test_an_unknown_text_loses_the_hash_of_an_empty_one_and_gets_it_back(ranking):
    JudgePrompt.objects.create(version="v1", text="text", sha256=TEXT)
    JudgePrompt.objects.create(version="imported", text="", sha256=NO_TEXT)
    planned = PanelRanking.objects.create(round=ranking.round)
    before = ranking.inputs

    def stored() -> tuple[dict, dict]:
        ranking.refresh_from_db()
        return dict(JudgePrompt.objects.values_list("version", "sha256")), ranking.inputs

    PROMPT_TEXT.forget_the_hash_of_no_text(apps, HERE)
    prompts = before["prompt"] | {"m/b": None}
    assert stored() == ({"v1": TEXT, "imported": None}, before | {"prompt": prompts})
    PROMPT_TEXT.write_it_again(apps, HERE)
    assert stored() == ({"v1": TEXT, "imported": NO_TEXT}, before)
    planned.refresh_from_db()
    assert planned.inputs == {}
