"""Importing responses: stored as received, never changed afterwards, filled in where judgments came first."""

import hashlib
import json
from decimal import Decimal

import pytest

from annotation.base.errors import BadInputError
from annotation.models import EvaluatedModel, Response, Task
from tests.made_tables import response_row

pytestmark = pytest.mark.both_databases

TURNS = ["I hear you.", "  Stay with me.\n"]


def judged(status="ok", **fields):
    """A response that is known only from its judgments."""
    model = EvaluatedModel.objects.create(model_id="maker/model")
    return Response.objects.create(
        task=Task.objects.get(uid="T1"), model=model, attempt=1, status=status, **fields
    )


def test_a_response_is_stored_and_hashed_as_received(bring_responses):
    row = response_row("T1", assistant_turns=json.dumps(TURNS), cost_usd="0.0125", prompt_tokens=7)
    assert bring_responses(row | {"response": ""}) == (1, 0)
    stored = Response.objects.get()
    assert (stored.assistant_turns, stored.final_turn) == (TURNS, TURNS[-1])
    assert stored.sha256 == hashlib.sha256(TURNS[-1].encode()).hexdigest()
    assert (stored.cost_usd, stored.prompt_tokens) == (Decimal("0.0125"), 7)
    assert (stored.model.model_id, stored.model.family) == ("maker/model", "maker")


def test_the_final_turn_alone_leaves_the_other_turns_unknown(bring_responses):
    bring_responses(response_row("T1", response=" spaced "))
    stored = Response.objects.get()
    assert (stored.assistant_turns, stored.final_turn) == (None, " spaced ")


def test_the_same_file_again_changes_nothing(bring_responses):
    rows = [
        response_row("T1", cost_usd="0.10", finish_reason="stop", response=""),
        response_row("T2", cost_usd="", finish_reason=""),
    ]
    assert bring_responses(*rows) == (2, 0)
    assert bring_responses(*rows) == (0, 0)


def test_a_blank_reply_is_empty_whatever_it_claims(bring_responses):
    bring_responses(response_row("T1", response=" \n\t"))
    assert Response.objects.get().status == "empty"


def test_a_stored_text_never_changes_and_nothing_of_the_file_comes_in(bring_responses):
    bring_responses(response_row("T1"))
    with pytest.raises(BadInputError, match=r"responses.csv:3:response: .*never changes"):
        bring_responses(response_row("T2"), response_row("T1", response="Something else."))
    assert Response.objects.count() == 1


def test_earlier_turns_may_follow_and_then_never_change(bring_responses):
    bring_responses(response_row("T1", response=TURNS[-1]))
    with_turns = response_row("T1", response="", assistant_turns=json.dumps(TURNS))
    assert bring_responses(with_turns) == (0, 1)
    assert Response.objects.get().assistant_turns == TURNS
    with pytest.raises(BadInputError, match=r"responses.csv:2:assistant_turns: .*never changes"):
        bring_responses(with_turns | {"assistant_turns": json.dumps(["Other.", TURNS[-1]])})


def test_facts_about_a_response_are_corrected_and_blank_cells_erase_nothing(bring_responses):
    bring_responses(response_row("T1", finish_reason="stop"))
    assert bring_responses(response_row("T1", response_status="refusal", finish_reason="")) == (0, 1)
    stored = Response.objects.get()
    assert (stored.status, stored.finish_reason) == ("refusal", "stop")


def test_a_text_unknown_so_far_is_filled_in(bring_responses):
    response = judged()
    assert bring_responses(response_row("T1")) == (0, 1)
    response.refresh_from_db()
    assert response.final_turn == "maker/model answers T1, attempt 1."
    assert response.sha256 == hashlib.sha256(response.final_turn.encode()).hexdigest()


@pytest.mark.parametrize(
    ("status", "text", "sentence"),
    [
        ("ok", "  ", "the final turn is blank, but the response was judged as not empty"),
        ("empty", "Hello.", "the final turn holds text, but the response was judged as empty"),
    ],
)
def test_a_text_must_be_as_empty_as_it_was_judged(bring_responses, status, text, sentence):
    judged(status)
    with pytest.raises(BadInputError, match=sentence):
        bring_responses(response_row("T1", response=text))


def test_what_was_judged_as_not_empty_may_turn_out_as_never_received(bring_responses):
    response = judged("error")
    assert bring_responses(response_row("T1", response="", response_status="error")) == (0, 1)
    response.refresh_from_db()
    assert (response.final_turn, response.is_empty) == ("", False)


def test_blank_space_may_take_the_place_of_a_reply_known_to_be_empty(bring_responses):
    nothing = hashlib.sha256(b"").hexdigest()
    response = judged("error", final_turn="", sha256=nothing, said_empty=True)
    assert bring_responses(response_row("T1", response=" ", response_status="error")) == (0, 1)
    response.refresh_from_db()
    assert (response.final_turn, response.is_empty) == (" ", True)


def test_unknown_tasks_and_wrong_numbers_of_turns_are_refused(bring_responses):
    with pytest.raises(BadInputError) as refused:
        bring_responses(response_row("T9"), response_row("T2", response="", assistant_turns='["one", "two"]'))
    assert "responses.csv:2:unique_id: no such task here" in refused.value.problems[0]
    assert "responses.csv:3:assistant_turns: holds 2 turns, expected 1" in refused.value.problems[1]
    assert not EvaluatedModel.objects.exists()
