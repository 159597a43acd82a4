"""Whoever closes a round sees who saved a moment ago."""

from uuid import uuid4

import pytest
from django.urls import reverse

from annotation.labelling.record import record_label
from annotation.models import EventSource
from annotation.rounds.recent_saves import recent_saves
from tests.annotation.long_scene import judge, make_open_long_round
from tests.annotation.scene import make_open_round, own_assignment, say
from tests.html import html_of

pytestmark = pytest.mark.both_databases

HEADING = "Saved within the last ten minutes"


def test_the_page_names_the_rater_and_the_time_the_latest_first(client, cast, time_machine):
    asha, bela, _ = cast.clinicians
    client.force_login(cast.admin)
    opened = make_open_round(cast, tasks=1, criteria=2)
    make_open_round(cast, name="other")
    url = reverse("round_close", args=["pilot"])
    assert HEADING not in html_of(client.get(url))
    time_machine.move_to("2026-07-14 09:00:00+00:00", tick=False)
    say(bela, opened, "pilot-1-1")
    time_machine.move_to("2026-07-14 09:04:00+00:00", tick=False)
    say(asha, opened, "pilot-1-1")
    time_machine.move_to("2026-07-14 09:09:59+00:00", tick=False)
    client.force_login(cast.admin)
    page = html_of(client.get(url))
    assert HEADING in page
    assert page.index("asha, 09:04") < page.index("bela, 09:00")
    assert HEADING not in html_of(client.get(reverse("round_close", args=["other"])))
    time_machine.move_to("2026-07-14 09:10:01+00:00", tick=False)
    assert [save.rater for save in recent_saves(opened)] == [asha]


def test_long_conversations_count_and_labels_that_nobody_entered_do_not(cast):
    asha = cast.clinicians[0]
    long, short = make_open_long_round(cast), make_open_round(cast)
    judge(asha, long, "long-1", "violation")
    record_label(
        person=asha,
        assignment=own_assignment(asha, short, "pilot-1"),
        criterion="pilot-1-1",
        change={"value": "met"},
        version=0,
        uuid=uuid4(),
        source=EventSource.IMPORT,
    )
    assert [save.rater for save in recent_saves(long)] == [asha]
    assert recent_saves(short) == []
