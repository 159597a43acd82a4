"""Creating and opening a round of long conversations."""

import pytest

from annotation.assignments.progress import own_tally, round_progress
from annotation.base.errors import BadInputError
from annotation.base.refusals import NotNowError
from annotation.models import AuditEntry, Round, RoundKind, RoundState
from annotation.rounds.open_and_close import close_round, open_round
from annotation.rounds.transcripts.make_and_publish import create_transcript_round
from tests.annotation.long_scene import judge, make_long_round, make_open_long_round, make_transcript

pytestmark = pytest.mark.both_databases


def test_each_of_three_raters_gets_every_conversation_in_an_order_of_their_own(cast):
    opened = make_open_long_round(cast, items=6)
    assert (opened.kind, opened.state) == (RoundKind.TRANSCRIPTS, RoundState.OPEN)
    orders = [
        list(opened.assignments.filter(rater=rater).order_by("order").values_list("item", flat=True))
        for rater in cast.clinicians
    ]
    items = sorted(opened.items.values_list("pk", flat=True))
    assert [sorted(order) for order in orders] == [items] * 3
    assert len({tuple(order) for order in orders}) > 1
    assert AuditEntry.objects.get(verb="create_round").detail["items"] == 6


def test_cannot_judge_is_always_offered_and_comes_last(cast):
    made = make_long_round(cast, words=["cannot judge", " held ", "drifted"])
    assert made.vocabulary == ["held", "drifted", "cannot judge"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"transcripts": []}, "No conversation was chosen."),
        ({"words": ["one"]}, "at least two different labels"),
        ({"words": ["one", "one"]}, "at least two different labels"),
        ({"words": ["one", "two", "One"]}, "differ in nothing but capitals"),
        ({"words": ["one", "two", ""]}, "The label '' cannot be used."),
        ({"words": ["one", "x" * 65]}, "1 to 64 visible signs"),
        ({"words": [f"w{n}" for n in range(9)]}, "At most 9 labels"),
        ({"name": "a/b"}, "cannot stand in an address"),
        ({"sitting_size": 0}, "A sitting holds at least one item."),
    ],
)
def test_bad_input_is_refused_in_a_sentence_and_makes_nothing(cast, change, sentence):
    asked = {"name": "r", "transcripts": [make_transcript("t")], "raters": cast.clinicians, **change}
    with pytest.raises(BadInputError, match=sentence):
        create_transcript_round(actor=cast.admin, **asked)
    assert not Round.objects.exists()


def test_a_conversation_without_turns_or_given_twice_is_refused(cast):
    bare = make_transcript("bare", turns=0)
    for given, sentence in (([bare], "Conversation bare has no turns"), ([bare, bare], "given twice")):
        with pytest.raises(BadInputError, match=sentence):
            create_transcript_round(actor=None, name="r", transcripts=given, raters=cast.clinicians)


def test_progress_counts_one_unit_a_conversation_and_cannot_judge_as_done(cast):
    opened = make_open_long_round(cast)
    asha, bela, _ = cast.clinicians
    judge(asha, opened, "long-1", "violation")
    judge(bela, opened, "long-1", "cannot judge", note="The assistant's side is missing.")
    assert own_tally(asha, opened).items_done == 1
    assert own_tally(bela, opened).items_done == 1
    assert round_progress(opened).n_holes == 4  # six labels less two
    closed = close_round(actor=cast.admin, round=opened, confirmed_holes=4)
    assert closed.is_closed


def test_opening_twice_is_refused(cast):
    opened = make_open_long_round(cast)
    with pytest.raises(NotNowError, match="only a draft can be opened"):
        open_round(actor=cast.admin, round=opened)
