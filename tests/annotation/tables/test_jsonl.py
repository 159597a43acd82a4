"""JSONL: one object a line; rows are lines; JSON types are not mixed up."""

import json

import pytest

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from tests.annotation.tables.builders import read_rows, response, said

SOUND = {"unique_id": "T1", "model_id": "m", "attempt_index": 1, "response_status": "ok"}


def read_lines(tmp_path, *lines: object, **options: object):
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    (tmp_path / "table.jsonl").write_bytes(b"\n".join(texts) + b"\n")
    return read_table("responses", tmp_path / "table.jsonl", **options)


def test_sound_lines(tmp_path):
    result = read_lines(
        tmp_path,
        SOUND | {"assistant_turns": ["a", "שלום 🙂"], "cost_usd": 0.00125, "prompt_tokens": 12},
        SOUND | {"attempt_index": 2, "response": "None", "cost_usd": None},
    )
    assert said(result) == []
    assert result.frame.index.tolist() == [1, 2]
    assert result.frame["assistant_turns"].tolist() == ['["a", "שלום 🙂"]', ""]
    assert result.frame["response"].tolist() == ["", "None"]
    assert result.frame["cost_usd"].tolist() == ["0.00125", ""]
    assert result.frame["prompt_tokens"].isna().tolist() == [False, True]


TURNS = "expected a JSON list of texts, one for each user turn"
ATTEMPT = "expected a whole number from 1 to 32767"


@pytest.mark.parametrize(
    ("line", "said_of_it"),
    [
        (b"{not json}", "(row): the line is not JSON, expected one JSON object"),
        (b"", "(row): the line is blank, expected one JSON object; remove it"),
        (b"[1, 2]", "(row): the line is JSON but not an object, expected one JSON object"),
        (b'{"unique_id": "caf\xe9"}', "(row): byte 0xE9 is not UTF-8, expected UTF-8"),
        (b'{"a": 1, "a": 2}', "(row): a key appears twice in the line, expected each key once"),
        (b'{"a": NaN}', "(row): NaN is not JSON, expected a number or null"),
        (b'{"\\ud800": 1}', "(row): a key holds half of a surrogate pair, expected a column name"),
        (SOUND | {"response": 7}, "response: the value is a number, expected text"),
        (SOUND | {"response": {"text": "x"}}, "response: the value is an object, expected text"),
        (
            SOUND | {"response": "\ud800"},
            "response: the value is text with half of a surrogate pair, expected text",
        ),
        (
            SOUND | {"response": "a\x00b"},
            "response: the cell holds a NUL character, expected text without it",
        ),
        (SOUND | {"assistant_turns": ["a", 1]}, f"assistant_turns: the value is a list, {TURNS}"),
        (SOUND | {"assistant_turns": []}, f'assistant_turns: "[]" cannot be read, {TURNS}'),
        (
            SOUND | {"response": "x", "attempt_index": 1.5},
            f'attempt_index: "1.5" is not a whole number, {ATTEMPT}',
        ),
        (
            SOUND | {"response": "x", "attempt_index": True},
            f'attempt_index: "True" is not a whole number, {ATTEMPT}',
        ),
        (SOUND | {"response": "x", "unique_id": None}, "unique_id: the cell is blank, expected text"),
    ],
)
def test_an_unsound_line_is_one_problem(tmp_path, line, said_of_it):
    sound = SOUND | {"attempt_index": 9, "response": "x"}
    assert said(read_lines(tmp_path, sound, line)) == [f"table.jsonl:2:{said_of_it}"]


def test_keys_are_renamed_on_the_way_in(tmp_path):
    result = read_lines(tmp_path, SOUND | {"answers": ["a"]}, rename={"answers": "assistant_turns"})
    assert said(result) == []
    assert result.frame["assistant_turns"].tolist() == ['["a"]']


def test_an_unknown_key(tmp_path):
    lines = said(read_lines(tmp_path, SOUND | {"response": "x", "text": "y"}))
    assert len(lines) == 1
    assert lines[0].startswith(
        "table.jsonl:1:text: the column is unknown, expected only columns of the responses"
    )


def test_a_file_of_no_bytes_and_one_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "table.jsonl"
    path.touch()
    assert said(read_table("responses", path)) == [
        "table.jsonl:1:(file): the file is empty (0 bytes), expected one JSON object a line"
    ]
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(SOUND | {"response": "x"}).encode() + b"\n")
    assert said(read_table("responses", path)) == []


def test_what_is_written_is_read_back(tmp_path):
    rows = [
        response(assistant_turns='["a\\n", "b"]', response="", cost_usd="0.10", completion_tokens="3"),
        response(
            attempt="2",
            assistant_turns="",
            response="",
            response_status="empty",
            cost_usd="",
            completion_tokens="",
        ),
    ]
    frame = read_rows("responses", tmp_path, rows).frame.reset_index(drop=True)
    write_table("responses", frame, tmp_path / "table.jsonl")
    assert (tmp_path / "table.jsonl").read_text(encoding="utf-8").splitlines() == [
        '{"unique_id": "T1", "model_id": "acme/m1", "attempt_index": 1, "assistant_turns": ["a\\n", "b"], '
        '"response_status": "ok", "completion_tokens": 3, "cost_usd": 0.10}',
        '{"unique_id": "T1", "model_id": "acme/m1", "attempt_index": 2, "assistant_turns": null, '
        '"response_status": "empty", "completion_tokens": null, "cost_usd": null}',
    ]
    result = read_table("responses", tmp_path / "table.jsonl")
    assert said(result) == []
    assert result.frame.reset_index(drop=True).equals(frame)
