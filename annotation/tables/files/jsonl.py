"""Read and write JSONL: one JSON object a line, text as JSON strings, missing as null or an absent key."""

import codecs
import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from annotation.tables.cells import expectation, read_turns
from annotation.tables.columns import DECIMAL, TEXT, TEXT_KINDS, TURNS_JSON, Column
from annotation.tables.files.limits import Limits
from annotation.tables.files.raw import RawTable
from annotation.tables.row_column_problems import WHOLE_FILE, WHOLE_ROW, Findings

Record = dict[str, Any]
LARGEST_EXPONENT = 40


def turns_text(turns: list[str]) -> str:
    """The one way a list of turns is written into a cell."""
    return json.dumps(turns, ensure_ascii=False)


def read_jsonl(
    path: Path, columns: tuple[Column, ...], rename: Mapping[str, str], findings: Findings, limits: Limits
) -> RawTable | None:
    """The file's values as text columns, in the order keys first appear; None when a line is not an object.

    rename: the file's keys to our columns, needed here because only the column says what JSON type belongs.
    """
    data = path.read_bytes()
    if not data:
        findings.problem(1, WHOLE_FILE, "the file is empty (0 bytes), expected one JSON object a line")
        return None
    if data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
    lines = data.removesuffix(b"\n").split(b"\n")
    if not limits.allow_table(len(lines), 1, findings):
        return None
    before = findings.n_problems
    records = [_read_line(line, row, findings) for row, line in enumerate(lines, start=1)]
    if findings.n_problems > before:
        return None
    ours = {column.name: column for column in columns}
    known = {name: ours.get(rename.get(name, name)) for record in records for name in record}
    if not limits.allow_table(len(lines), len(known), findings):
        return None
    return _columns(records, known, findings)


class _RefusedError(ValueError):
    """A line that is JSON for a lenient reader only."""


def _once(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise _RefusedError("a key appears twice in the line, expected each key once")
    if not all(_is_unicode(key) for key in record):
        raise _RefusedError("a key holds half of a surrogate pair, expected a column name")
    return record


def _no_constant(name: str) -> None:
    raise _RefusedError(f"{name} is not JSON, expected a number or null")


def _read_line(line: bytes, row: int, findings: Findings) -> Record:
    if not line.strip():
        findings.problem(row, WHOLE_ROW, "the line is blank, expected one JSON object; remove it")
        return {}
    try:
        record = json.loads(
            line.decode("utf-8"), object_pairs_hook=_once, parse_float=Decimal, parse_constant=_no_constant
        )
    except _RefusedError as error:
        findings.problem(row, WHOLE_ROW, str(error))
        return {}
    except UnicodeDecodeError as error:
        findings.problem(row, WHOLE_ROW, f"byte 0x{line[error.start]:02X} is not UTF-8, expected UTF-8")
        return {}
    except (ValueError, RecursionError):
        findings.problem(row, WHOLE_ROW, "the line is not JSON, expected one JSON object")
        return {}
    if not isinstance(record, dict):
        findings.problem(row, WHOLE_ROW, "the line is JSON but not an object, expected one JSON object")
        return {}
    return record


def _columns(records: list[Record], columns: dict[str, Column | None], findings: Findings) -> RawTable:
    cells = [
        [_cell_text(record.get(name), column, row, findings) for row, record in enumerate(records, start=1)]
        for name, column in columns.items()
    ]
    return RawTable(
        list(columns), [pa.array(column, type=pa.large_string()) for column in cells], first_row=1
    )


def _cell_text(value: Any, column: Column | None, row: int, findings: Findings) -> str:
    """The value as a CSV cell would hold it. A number where text belongs, or the reverse, is a problem."""
    if column is None:  # only whether it is filled will be told
        return "" if value in (None, "") else "filled"
    if value is None:
        return ""
    if isinstance(value, str) and _is_unicode(value):
        return value
    if isinstance(value, list) and column.kind == TURNS_JSON:
        if all(isinstance(turn, str) and _is_unicode(turn) for turn in value):
            return turns_text(value)
    elif isinstance(value, bool | int | Decimal) and (
        column.kind not in TEXT_KINDS or column.kind == DECIMAL
    ):
        return _digits(value) if isinstance(value, Decimal) else str(value)
    findings.problem(row, column.name, f"the value is {_json_type(value)}, expected {expectation(column)}")
    return ""


def _digits(number: Decimal) -> str:
    """Written out, unless its exponent would make that long: then no column takes it."""
    return f"{number:f}" if abs(number.adjusted()) <= LARGEST_EXPONENT else str(number)


def _is_unicode(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _json_type(value: Any) -> str:
    names = {
        str: "text with half of a surrogate pair",
        bool: "true or false",
        int: "a number",
        Decimal: "a number",
        list: "a list",
        dict: "an object",
    }
    return names[type(value)]


def write_jsonl(frame: pd.DataFrame, columns: tuple[Column, ...], path: Path) -> None:
    """Write one object a row, every column in each; null where missing; amounts keep their digits."""
    names = [column.name for column in columns]
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for values in frame[names].astype(object).itertuples(index=False, name=None):
            pairs = [
                f"{json.dumps(column.name)}: {_json_value(column, value)}"
                for column, value in zip(columns, values, strict=True)
            ]
            out.write("{" + ", ".join(pairs) + "}\n")


def _json_value(column: Column, value: Any) -> str:
    if value is pd.NA or (value == "" and column.kind != TEXT):
        return "null"
    if column.kind == TURNS_JSON:
        return turns_text(read_turns(value))
    return str(value) if column.kind == DECIMAL else json.dumps(value, ensure_ascii=False)
