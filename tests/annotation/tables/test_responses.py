"""The responses table: one text, a status that agrees with it."""

import json

import pytest

from annotation.tables.responses import blank_turns, final_turns, turn_counts
from tests.annotation.tables.builders import read_rows, response, said, warned

STATUSES = "expected one of: ok; empty; refusal; truncated; error"


def turns(*texts: str, **cells: str) -> dict[str, str]:
    return response(assistant_turns=json.dumps(texts), response="", **cells)


def test_the_last_turn_is_the_one_that_is_scored(tmp_path):
    frame = read_rows(
        "responses", tmp_path, [turns("a", " b "), {**response("T2"), "assistant_turns": ""}]
    ).frame
    assert final_turns(frame).tolist() == [" b ", "I am glad you wrote."]
    assert turn_counts(frame).isna().tolist() == [False, True]
    assert turn_counts(frame)[2] == 2


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            turns("a") | {"response": "a"},
            "2:response: the cell is filled and so is assistant_turns, expected exactly one of the two",
        ),
        (
            response(response_status="empty"),
            "2:response_status: says empty but the final turn holds text, expected another status or no text",
        ),
        (response(response_status=""), f"2:response_status: the cell is blank, {STATUSES}"),
        (
            response(response_status="OK"),
            f'2:response_status: "OK" is not an allowed word (nearest: ok), {STATUSES}',
        ),
        (
            response(attempt="0"),
            '2:attempt_index: "0" is out of range, expected a whole number from 1 to 32767',
        ),
        (
            response(attempt="1.5"),
            '2:attempt_index: "1.5" is not a whole number, expected a whole number from 1 to 32767',
        ),
        (response(attempt=""), "2:attempt_index: the cell is blank, expected a whole number from 1 to 32767"),
        (response(model=" "), "2:model_id: the cell is blank, expected text"),
        (
            turns() | {"assistant_turns": '["a", 1]'},
            '2:assistant_turns: "[\\"a\\", 1]" cannot be read, '
            "expected a JSON list of texts, one for each user turn",
        ),
        (
            turns() | {"assistant_turns": "[]"},
            '2:assistant_turns: "[]" cannot be read, expected a JSON list of texts, one for each user turn',
        ),
        (
            turns() | {"assistant_turns": '["\\ud800"]'},
            '2:assistant_turns: "[\\"\\\\ud800\\"]" cannot be read, '
            "expected a JSON list of texts, one for each user turn",
        ),
        (
            response(cost_usd="999999.999999999"),
            '2:cost_usd: "999999.999999999" is not an amount, '
            "expected an amount from 0 to 999999, such as 0.0125",
        ),
        (
            response(cost_usd="1e400"),
            '2:cost_usd: "1e400" is not an amount, expected an amount from 0 to 999999, such as 0.0125',
        ),
        (
            response(collected_at="2026-07-14 09:30"),
            '2:collected_at: "2026-07-14 09:30" is not a time with its zone, '
            "expected a time such as 2026-07-14T09:30:00+00:00",
        ),
        (
            response(prompt_tokens="12.5"),
            '2:prompt_tokens: "12.5" is not a whole number, expected a whole number from 0 to 2147483647',
        ),
    ],
)
def test_a_bad_row_is_one_line(tmp_path, row, line):
    assert said(read_rows("responses", tmp_path, [row])) == [f"table.csv:{line}"]


def test_a_response_is_there_once(tmp_path):
    rows = [response(), response(attempt="2"), response(), response(model="acme/m2")]
    assert said(read_rows("responses", tmp_path, rows)) == [
        "table.csv:4:(row): the same unique_id + model_id + attempt_index as in row 2, "
        "expected each to appear once"
    ]


def test_one_of_the_two_text_columns_must_be_there(tmp_path):
    row = response()
    del row["response"]
    assert said(read_rows("responses", tmp_path, [row])) == [
        "table.csv:1:response: the column is missing, expected assistant_turns or response"
    ]


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000\u00a0"])
def test_a_blank_final_turn_is_empty(tmp_path, text):
    result = read_rows("responses", tmp_path, [response(response=text, response_status="")])
    assert said(result) == []
    assert result.frame["response_status"].tolist() == ["empty"]
    assert result.frame["response"].tolist() == [text]
    assert blank_turns(final_turns(result.frame)).tolist() == [True]


def test_a_blank_final_turn_that_says_ok_is_read_as_empty_with_a_warning(tmp_path):
    result = read_rows("responses", tmp_path, [turns("a", " ")])
    assert said(result) == []
    assert result.frame["response_status"].tolist() == ["empty"]
    assert warned(result) == [
        "2:response_status: says ok but the final turn is blank (no visible character), "
        "so it is read as empty"
    ]


@pytest.mark.parametrize("status", ["refusal", "truncated", "error", "empty"])
def test_a_blank_final_turn_keeps_what_is_known_about_it(tmp_path, status):
    result = read_rows("responses", tmp_path, [response(response="", response_status=status)])
    assert (said(result), warned(result)) == ([], [])
    assert result.frame["response_status"].tolist() == [status]
