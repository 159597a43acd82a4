"""The demo, loaded once for all tests here: complete, repeatable, and nowhere near production."""

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.assignments.progress import round_progress
from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import (
    AuditEntry,
    Label,
    LabelEvent,
    Person,
    Response,
    Round,
    RoundState,
    Task,
    TranscriptLabelEvent,
)
from calibration.models import FrozenPanel, JudgeVote, PanelScore
from scoring.models import Cell, Judgment

COUNTED = (
    Person,
    Task,
    Response,
    Round,
    Label,
    LabelEvent,
    TranscriptLabelEvent,
    JudgeVote,
    PanelScore,
    FrozenPanel,
    Judgment,
    Cell,
    AuditEntry,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def load() -> dict:
    return json.loads(call_command("load_demo", json=True))


def test_the_demo_shows_the_whole_main_job_and_loading_it_again_changes_nothing(settings, client):
    """One test, because loading takes seconds."""
    settings.DEBUG = True
    found = load()
    assert found["tasks"] >= 24
    assert Task.objects.values("sub_category").distinct().count() == 23
    assert Round.objects.get(name="demo-calibration").state == RoundState.CLOSED
    assert PanelScore.objects.filter(kind="panel").count() == 455
    # 25 tasks x 5 models x 3 attempts
    assert Cell.objects.count() == 375
    # The third clinician, and nobody else, has two replies left: a newcomer starts there.
    progress = round_progress(Round.objects.get(name="demo-open"))
    pairs = zip(progress.slots, progress.tallies, strict=True)
    left = {slot.rater.username: tally.items - tally.items_done for slot, tally in pairs}
    assert left == {"clinician-1": 0, "clinician-2": 0, "clinician-3": 2}
    # So have the long conversations: two raters are through, the third is not.
    assert [tally.holes for tally in round_progress(Round.objects.get(name="demo-long")).tallies] == [0, 0, 2]
    for person in DEMO_PEOPLE:
        assert client.login(username=person.username, password=DEMO_PASSWORD)
    before = [model.objects.count() for model in COUNTED]
    assert load() == found
    assert [model.objects.count() for model in COUNTED] == before


def test_a_production_site_refuses_it_because_its_passwords_are_public(settings):
    settings.DEBUG = settings.DEMONSTRATION = False
    with pytest.raises(CommandError, match="log-ins are public"):
        load()
    assert not Person.objects.exists()
