"""A seed means the same on every database, however that sorts texts: PostgreSQL may put a before B."""

import pytest
from django.db.models import QuerySet
from django.db.models.functions import Lower

from annotation.corpus.split import split_tasks
from annotation.models import Response, Split, Task
from annotation.rounds.form_round import RoundForm
from annotation.rounds.transcripts.form_transcripts import TranscriptRoundForm
from tests.annotation.long_scene import make_transcript
from tests.annotation.scene import make_response, make_task

UIDS = ["B-1", "a-1", "C-1", "b-1", "A-1", "c-1", "D-1", "d-1"]
TEXTS = {"uid", "task__uid", "transcript_id"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def sorts_without_case(monkeypatch):
    """From here on the database sorts ids as a collation does that takes capitals for small letters."""
    order_by = QuerySet.order_by

    def without_case(self, *names):
        return order_by(self, *(Lower(name) if name in TEXTS else name for name in names))

    return lambda: monkeypatch.setattr(QuerySet, "order_by", without_case)


def test_the_split_follows_from_the_seed(sorts_without_case):
    for uid in UIDS:
        make_task(uid, split=Split.UNASSIGNED)
    halves = []
    for prepare in (lambda: None, sorts_without_case):
        prepare()
        Task.objects.update(split=Split.UNASSIGNED)
        split_tasks(fraction=0.5, seed=7, actor=None)
        halves.append(set(Task.objects.filter(split=Split.PUBLIC).values_list("uid", flat=True)))
    assert halves[0] == halves[1]
    assert len(halves[0]) == 4


def test_the_draw_of_a_round_follows_from_the_seed(cast, sorts_without_case):
    for uid in UIDS:
        make_response(make_task(uid))
    form = RoundForm(cast.admin, _asked(cast) | {"attempts": 1, "at_most": 3, "retest_share": "0"})
    assert form.is_valid(), form.errors
    drawn = form.responses()
    sorts_without_case()
    assert form.responses() == drawn
    assert len(drawn) == 3 < Response.objects.count()


def test_the_numbers_of_long_conversations_follow_from_the_seed(cast, sorts_without_case):
    made = [make_transcript(uid).pk for uid in UIDS]
    asked = _asked(cast) | {"transcripts": made, "words": "yes\nno"}
    sorts_without_case()
    form = TranscriptRoundForm(cast.admin, asked)
    assert form.is_valid(), form.errors
    names = [transcript.transcript_id for transcript in form.wanted()["transcripts"]]
    assert names == ["A-1", "B-1", "C-1", "D-1", "a-1", "b-1", "c-1", "d-1"]


def _asked(cast) -> dict[str, object]:
    raters = {f"rater_{place}": rater.pk for place, rater in enumerate(cast.clinicians, start=1)}
    pauses = {"pause_after_minutes": 45, "pause_after_high_severity": 8, "retest_min_days": 7}
    return {"name": "drawn", "purpose": "labelling", "seed": 7, "sitting_size": 20, **pauses, **raters}
