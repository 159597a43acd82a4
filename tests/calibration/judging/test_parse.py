"""Reading a judge's answer: a vote, or no vote with its reason; never a guess."""

import pytest

from calibration.judging.parse import parse_vote


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ('{"met": true, "reason": "It asks."}', True),
        ('{"met": false}', False),
        ('```json\n{"met": true}\n```', True),
        ('The reply {warmly} asks. {"met": false, "reason": "no {braces} here"} Done.', False),
        ('{"met": true}{"met": true}', True),
    ],
)
def test_a_vote_is_read(text, met):
    vote = parse_vote(text)
    assert vote.met is met
    assert vote.no_vote_reason is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes, it is met.",
        '{"met": "true"}',
        '{"met": 1}',
        '{"met": null}',
        '{"verdict": true}',
        '{"met": true} or rather {"met": false}',
        '{"met": tru',
        "[true]",
        pytest.param('{"met":' * 20_000, id="nested 20,000 deep"),
    ],
)
def test_what_cannot_be_read_is_no_vote(text):
    vote = parse_vote(text)
    assert vote.met is None
    assert vote.no_vote_reason == "parse_failure"


def test_the_explanation_is_kept():
    assert parse_vote('{"met": true, "reason": "It asks."}').reason == "It asks."
    assert parse_vote('{"met": true, "reason": 7}').reason is None
