"""What is written is read back, and what was read is written with the same bytes."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from annotation.tables.kinds import LAYOUTS
from tests.annotation.tables.builders import (
    judgment,
    label,
    response,
    said,
    task,
    vote,
    write_rows,
)
from tests.properties import examples

NASTY = [
    "None",
    "NA",
    "null",
    "nan",
    "007",
    "1e5",
    "True",
    'say "hi"',
    '"',
    '""',
    ",",
    "a,b",
    "line\nbreak",
    "line\r\nbreak",
    "lone\rreturn",
    "\r",
    "\n",
    " leading",
    "trailing ",
    "\ttab",
    "🙂 👩‍👩‍👧 e\u0301",
    "שלום עולם, مرحبا",
    "\u202eright to left\u202c",
    "\ufeffmark inside",
    "\u2028line\u2029paragraph\u0085next",
    "\x01\x1f\x7f",
    "=1+1",
    "-1",
    "@x",
    "\U0010ffff",
]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_nasty_texts_survive(tmp_path, suffix):
    rows = [
        task(f"T{n:02d}", prompts=2, PROMPT_1=text + "x", PROMPT_2="y" + text, IDEAL_RESPONSE_FINAL=text)
        for n, text in enumerate(NASTY)
    ]
    # Python 3.11 leaves a lone carriage return without quotes unless everything is quoted.
    first = read_table("tasks", write_rows(tmp_path / "table.csv", rows, csv.QUOTE_ALL))
    assert said(first) == []
    write_table("tasks", first.frame, tmp_path / f"again{suffix}")
    again = read_table("tasks", tmp_path / f"again{suffix}")
    assert said(again) == []
    assert again.frame["IDEAL_RESPONSE_FINAL"].tolist() == NASTY
    pd.testing.assert_frame_equal(again.frame, first.frame)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        (
            "tasks",
            [task("007", PROMPT_1='"None", she said\n\nגם בעברית 🙂'), task("T2", prompts=5, criteria=20)],
        ),
        (
            "responses",
            [response(), response(attempt="2", response=" two\nlines ", response_status="truncated")],
        ),
        ("responses", [response(assistant_turns='["a, b", "c"]') | {"response": ""}]),
        ("labels", [label(), label(criterion=2, rater_3_met="", met="", rater_2_met="False")]),
        (
            "votes",
            [
                vote(reason="so, so", no_vote_reason=""),
                vote("acme/judge-2", met="", reason="", no_vote_reason="timeout"),
            ],
        ),
        ("votes", [vote()]),
        ("judgments", [judgment(), judgment(criterion=2)]),
        ("lh_labels", [{"transcript_id": "lh-01", "violation_label": ""}]),
    ],
)
def test_csv_comes_back_byte_for_byte(tmp_path, kind, rows):
    rows = [
        _in_layout_order(kind, {name: cell for name, cell in row.items() if _kept(name, rows)})
        for row in rows
    ]
    path = write_rows(tmp_path / "table.csv", rows)
    result = read_table(kind, path)
    assert said(result) == []
    write_table(kind, result.frame, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


def _kept(name, rows) -> bool:
    """Text columns of a response that no row fills are not written."""
    return name not in ("assistant_turns", "response") or any(row[name] for row in rows)


def _in_layout_order(kind, row):
    return {column.name: row[column.name] for column in LAYOUTS[kind].columns_for(row) if column.name in row}


ANY_TEXT = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
    | st.sampled_from(['"', ",", "\n", "\r"]),
    max_size=30,
)


@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(ANY_TEXT, min_size=1, max_size=5))
@example(texts=['"'])
@example(texts=["\r", '\r"', "\n\n"])
def test_any_text_survives_csv_and_parquet(tmp_path, texts):
    frame = pd.DataFrame(
        {
            "transcript_id": pd.Series([f"lh-{n}" for n in range(len(texts))], dtype="str"),
            "turn_index": pd.array([1] * len(texts), dtype="Int64"),
            "user_turn": pd.Series([text + "." for text in texts], dtype="str"),
            "violation_label": pd.Series([""] * len(texts), dtype="str"),
        }
    )
    for suffix in (".csv", ".parquet"):
        path = tmp_path / f"table{suffix}"
        write_table("lh_transcripts", frame, path)
        result = read_table("lh_transcripts", path)
        assert said(result) == []
        pd.testing.assert_frame_equal(result.frame.reset_index(drop=True), frame)
    cells = list(csv.reader(io.StringIO((tmp_path / "table.csv").read_bytes().decode(), newline="")))
    assert [row[2] for row in cells[1:]] == [text + "." for text in texts]


@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.lists(
        st.sampled_from([b'"', b",", b"\n", b"\r", b"a", b"\x00", b"\xc3", b"\xef\xbb\xbf"]), max_size=14
    )
)
def test_no_bytes_make_reading_raise_and_sound_ones_mean_what_csv_says(tmp_path, data):
    body = b"".join(data)
    (tmp_path / "table.csv").write_bytes(b"transcript_id,violation_label\n" + body)
    result = read_table("lh_labels", tmp_path / "table.csv")
    if not result.problems:
        cells = list(csv.reader(io.StringIO(body.decode(), newline="")))
        assert result.frame.to_numpy().tolist() == cells
