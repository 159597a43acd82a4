"""From the text of one cell to its value, strictly: what is not plainly right is refused with a sentence."""

import difflib
import json
import math
import re
from collections.abc import Callable
from datetime import datetime
from decimal import ROUND_HALF_EVEN, Decimal

from annotation.tables.columns import (
    BOOL,
    CHOICE,
    DECIMAL,
    INT,
    NUMBER,
    TEXT,
    TIMESTAMP,
    TURNS_JSON,
    Column,
)
from annotation.tables.row_column_problems import one_of, quoted
from annotation.visible import fault_of_name

WHOLE = re.compile(r"(0|-?[1-9][0-9]{0,17})(\.0+)?")
MONEY = re.compile(r"(0|[1-9][0-9]{0,5})(\.[0-9]{1,8})?")
STORED_DECIMALS, LARGEST_AMOUNT, LONGEST_NUMBER = 8, 1_000_000, 60
FLOATING = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
BOOLEANS = {"true": True, "false": False, "1": True, "0": False, "1.0": True, "0.0": False}
CONTROL_CHARACTER = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class UnreadableError(ValueError):
    """A cell that does not hold what its column needs; the message says what is wrong, what was expected."""


CellValue = str | int | bool | float | None
Parser = Callable[[Column, str], CellValue]


def read_cell(column: Column, text: str) -> CellValue:
    """The value of a cell: None when an empty cell means missing (INT, BOOL, NUMBER), else text, number or
    bool.

    Raises UnreadableError when the text is not what the column needs.
    """
    if column.filled and not text.strip():
        raise UnreadableError(f"the cell is blank, expected {expectation(column)}")
    return PARSERS[column.kind](column, text)


def expectation(column: Column) -> str:
    """What a cell of this column should hold, for messages."""
    if column.kind == INT:
        return _whole_number(column)
    if column.kind == CHOICE:
        return one_of(column.choices)
    return {
        TEXT: "text",
        BOOL: "True or False",
        TURNS_JSON: "a JSON list of texts, one for each user turn",
        DECIMAL: "an amount from 0 to 999999, such as 0.0125",
        NUMBER: "a number such as 0.25",
        TIMESTAMP: "a time such as 2026-07-14T09:30:00+00:00",
    }[column.kind]


def _whole_number(column: Column) -> str:
    if column.least is not None and column.most is not None:
        return f"a whole number from {column.least} to {column.most}"
    return "a whole number" if column.least is None else f"a whole number, {column.least} or more"


def _text(column: Column, text: str) -> str:
    if "\x00" in text:
        raise UnreadableError("the cell holds a NUL character, expected text without it")
    if column.longest is not None and len(text) > column.longest:
        raise UnreadableError(f"the cell holds {len(text)} characters, expected at most {column.longest}")
    if column.longest is not None and CONTROL_CHARACTER.search(text):
        raise UnreadableError("the cell holds a line break or control character, expected a name on one line")
    if column.longest is not None and (fault := fault_of_name(text)):
        raise UnreadableError(f"{fault[0].lower()}{fault[1:]}, expected a name that is what it looks like")
    if column.in_address and not fits_address(text):
        raise UnreadableError(f"no address could hold the name, expected {ADDRESS_PARTS}")
    return text


def _int(column: Column, text: str) -> int | None:
    if text == "":
        return None
    if not WHOLE.fullmatch(text):
        raise UnreadableError(f"{quoted(text)} is not a whole number, expected {expectation(column)}")
    number = int(text.partition(".")[0])
    too_small = column.least is not None and number < column.least
    if too_small or (column.most is not None and number > column.most):
        raise UnreadableError(f"{quoted(text)} is out of range, expected {expectation(column)}")
    return number


def _bool(column: Column, text: str) -> bool | None:
    if text == "":
        return None
    try:
        return BOOLEANS[text.lower()]
    except KeyError:
        empty = "" if column.filled else " (or an empty cell where there is no answer)"
        raise UnreadableError(
            f"{quoted(text)} is not one of True, False, 1, 0, expected True or False{empty}"
        ) from None


def _choice(column: Column, text: str) -> str:
    if text == "" or text in column.choices:
        return text
    lowered = {choice.lower(): choice for choice in column.choices}
    near = difflib.get_close_matches(text[:100].strip().lower(), lowered, n=1, cutoff=0.8)
    hint = f" (nearest: {lowered[near[0]]})" if near else ""
    raise UnreadableError(f"{quoted(text)} is not an allowed word{hint}, expected {expectation(column)}")


def read_turns(text: str) -> list[str]:
    """The turns in a cell that holds a JSON list of texts; ValueError when it does not."""
    turns = json.loads(text)
    if not isinstance(turns, list) or not turns or not all(isinstance(turn, str) for turn in turns):
        raise ValueError("not a list of texts")
    for turn in turns:
        turn.encode("utf-8")
        if "\x00" in turn:
            raise ValueError("a turn holds a NUL character")
    return turns


def _turns_json(column: Column, text: str) -> str:
    if text == "":
        return text
    try:
        read_turns(text)
    except (ValueError, RecursionError):
        raise UnreadableError(f"{quoted(text)} cannot be read, expected {expectation(column)}") from None
    return text


def _decimal(column: Column, text: str) -> str:
    """An amount as it is stored: what has more than 8 decimals is rounded, half to even."""
    if text == "" or MONEY.fullmatch(text):
        return text
    amount = Decimal(text) if len(text) <= LONGEST_NUMBER and FLOATING.fullmatch(text) else None
    if amount is None or not 0 <= amount < LARGEST_AMOUNT or text.startswith("-"):
        raise UnreadableError(f"{quoted(text)} is not an amount, expected {expectation(column)}")
    if amount.adjusted() < -STORED_DECIMALS - 1:
        return "0"
    rounded = amount.quantize(Decimal(10) ** -STORED_DECIMALS, ROUND_HALF_EVEN)
    if rounded >= LARGEST_AMOUNT:
        raise UnreadableError(f"{quoted(text)} is not an amount, expected {expectation(column)}")
    return f"{rounded:f}".rstrip("0").rstrip(".")


def _number(column: Column, text: str) -> float | None:
    if text == "":
        return None
    if not FLOATING.fullmatch(text) or not math.isfinite(float(text)):
        raise UnreadableError(f"{quoted(text)} is not a number, expected {expectation(column)}")
    return float(text)


def _timestamp(column: Column, text: str) -> str:
    if text == "":
        return text
    try:
        zoned = datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        zoned = False
    if not zoned or len(text) > 40:
        raise UnreadableError(f"{quoted(text)} is not a time with its zone, expected {expectation(column)}")
    return text


PARSERS: dict[str, Parser] = {
    TEXT: _text,
    INT: _int,
    BOOL: _bool,
    CHOICE: _choice,
    TURNS_JSON: _turns_json,
    DECIMAL: _decimal,
    NUMBER: _number,
    TIMESTAMP: _timestamp,
}


ADDRESS_PARTS = "parts of visible signs between its slashes, none of them . or .."


def fits_address(name: str) -> bool:
    """Whether an address can hold the name, slashes and all.

    Browsers and servers take the parts `.` and `..` and empty ones for steps along the path and drop them on
    the way (RFC 3986, section 5.2.4), so that a page of that name could never be reached.
    """
    return all(part.strip() and part not in (".", "..") for part in name.split("/"))
