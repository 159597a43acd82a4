"""Files whose bytes are not sound CSV: each gives a line with its place and what was expected."""

import pytest

from annotation.tables.files.reading import read_table
from tests.annotation.tables.builders import label, said, task, write_rows

HEADER = b"transcript_id,violation_label\n"


def read_bytes(tmp_path, data: bytes):
    (tmp_path / "table.csv").write_bytes(data)
    return read_table("lh_labels", tmp_path / "table.csv")


def test_a_header_alone_is_an_empty_table(tmp_path):
    for data in (HEADER, HEADER.rstrip(), HEADER.replace(b"\n", b"\r\n")):
        result = read_bytes(tmp_path, data)
        assert said(result) == []
        assert len(result.frame) == 0
        assert list(result.frame.columns) == ["transcript_id", "violation_label"]


def test_a_last_line_without_its_line_end(tmp_path):
    assert read_bytes(tmp_path, HEADER + b"lh-01,a\nlh-02,b").frame["violation_label"].tolist() == ["a", "b"]


def test_line_ends_of_windows(tmp_path):
    (tmp_path / "table.csv").write_bytes(
        b'transcript_id,turn_index,user_turn,violation_label\r\nlh-01,1,"a\r\nb",\r\nlh-02,1,c,\r\n'
    )
    result = read_table("lh_transcripts", tmp_path / "table.csv")
    assert said(result) == []
    assert result.frame["user_turn"].tolist() == ["a\r\nb", "c"]


UTF8 = "expected UTF-8; save the file again with that encoding"
QUOTE = 'a double quote stands alone, expected a quoted cell to be closed and quotes in it doubled ("")'
RETURN = "a carriage return stands outside quotes, expected rows to end in a line feed (\\n or \\r\\n)"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", ["1:(file): the file is empty (0 bytes), expected a header row"]),
        (
            b"sep=,\n" + HEADER + b"lh-01,a\n",
            [
                "1:(file): the first line says which sign separates cells, as Excel does, "
                "expected the header row; remove that line"
            ],
        ),
        ("transcript_id,violation_label\n".encode("utf-16"), [f"1:(file): the file is UTF-16, {UTF8}"]),
        (HEADER + b"lh-01,a\nlh-02,caf\xe9\n", [f"3:violation_label: byte 0xE9 is not UTF-8, {UTF8}"]),
        (
            HEADER + b"lh-01,a\nlh-\x0002,b\x00\n",
            ["3:transcript_id: the cell holds a NUL byte (2 in the file), expected text without NUL"],
        ),
        (HEADER + b'lh-01,a\nlh-02,"never closed\nlh-03,c\n', [f"3:violation_label: {QUOTE}"]),
        (HEADER + b'lh-01,say "hi"\n', [f"2:violation_label: {QUOTE}"]),
        (HEADER + b'lh-01,"a" b\n', [f"2:violation_label: {QUOTE}"]),
        (HEADER + b'lh-01,"a\nb"\n"lh"02,b\n', [f"3:transcript_id: {QUOTE}"]),
        (HEADER + b"lh-01,a\rlh-02,b\n", [f"2:violation_label: {RETURN}"]),
        (HEADER + b"lh-01\n", ["2:(row): the row has 1 cell, expected 2 as in the header"]),
        (
            HEADER + b'lh-01,"a\nb\nc"\nlh-02,b,c\n\nlh-03,d,e,f\n',
            [
                "3:(row): the row has 3 cells, expected 2 as in the header",
                "4:(row): the row is blank, expected no empty lines; remove it",
                "5:(row): the row has 4 cells, expected 2 as in the header",
            ],
        ),
        (HEADER + b"lh-01,a\n\r\n", ["3:(row): the row is blank, expected no empty lines; remove it"]),
        (b"\n" + HEADER, ["1:(file): the first line is blank, expected the header row there"]),
    ],
)
def test_unsound_bytes(tmp_path, data, lines):
    assert said(read_bytes(tmp_path, data)) == [f"table.csv:{line}" for line in lines]


def test_the_byte_order_mark_that_excel_writes_is_dropped(tmp_path):
    result = read_bytes(tmp_path, b"\xef\xbb\xbf" + HEADER + b"lh-01,a\n")
    assert (said(result), result.frame["transcript_id"].tolist()) == ([], ["lh-01"])


def test_what_is_wrong_behind_a_byte_order_mark_is_said_in_its_row(tmp_path):
    data = b"\xef\xbb\xbf" + HEADER + b"lh-01,a\nlh-01,b\n"
    assert [line.split(": ")[0] for line in said(read_bytes(tmp_path, data))] == ["table.csv:3:transcript_id"]


def test_rows_are_counted_as_records_after_cells_with_line_breaks(tmp_path):
    rows = [task("T1", PROMPT_1="one\ntwo\r\nthree\rfour"), task("T2", AGE="12")]
    result = read_table("tasks", write_rows(tmp_path / "table.csv", rows))
    assert said(result) == ['table.csv:3:AGE: "12" is not an allowed word, expected one of: U18; O18']
    assert result.frame.index.tolist() == [2, 3]
    assert result.frame["PROMPT_1"][2] == "one\ntwo\r\nthree\rfour"


def test_a_cell_longer_than_a_parser_block(tmp_path):
    long = 'line, "quoted"\n' * 1_500_000  # 21 MB in one cell
    result = read_table("tasks", write_rows(tmp_path / "table.csv", [task(PROMPT_1=long), task("T2")]))
    assert said(result) == []
    assert result.frame["PROMPT_1"][2] == long


def test_a_file_that_is_not_there(tmp_path):
    result = read_table("tasks", tmp_path / "none.csv")
    assert said(result) == [
        "none.csv:1:(file): cannot be opened (No such file or directory), expected a file that can be read"
    ]


def test_a_folder_instead_of_a_file(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    assert said(read_table("tasks", tmp_path / "folder.csv")) == [
        "folder.csv:1:(file): cannot be opened (Is a directory), expected a file that can be read"
    ]


def test_another_suffix(tmp_path):
    assert said(read_table("tasks", tmp_path / "table.xlsx")) == [
        "table.xlsx:1:(file): the suffix '.xlsx' is not one for tasks, expected .csv or .parquet"
    ]


def test_long_texts_are_measured_and_not_repeated(tmp_path):
    secret = "A private conversation that no message may repeat."
    result = read_table("labels", write_rows(tmp_path / "table.csv", [label(weight=secret)]))
    assert said(result) == [
        "table.csv:2:weight: a text of 50 characters is not a whole number, "
        "expected a whole number from 1 to 20"
    ]
