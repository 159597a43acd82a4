"""The responses table: one row a (task, model, attempt), the text as received."""

from collections.abc import Callable

import pandas as pd

from annotation import vocabulary
from annotation.tables.cells import read_turns
from annotation.tables.columns import CHOICE, DECIMAL, INT, TIMESTAMP, TURNS_JSON, Column, TableLayout
from annotation.tables.keys import check_once
from annotation.tables.row_column_problems import Findings
from annotation.verdicts.emptiness import is_empty_response, was_received
from annotation.visible import is_blank

KEY = ("unique_id", "model_id", "attempt_index")
LARGEST_ATTEMPT = 32_767
KEY_COLUMNS = (
    Column("unique_id", filled=True, longest=200, in_address=True),
    Column("model_id", filled=True, longest=200, in_address=True),
    Column("attempt_index", INT, filled=True, least=1, most=LARGEST_ATTEMPT),
)
LARGEST_COUNT = 2_147_483_647


def turns_of(text: str) -> list[str] | None:
    """The assistant turns in a cell of `assistant_turns`; None when the cell is empty or cannot be read."""
    try:
        return read_turns(text) if text else None
    except (ValueError, RecursionError):
        return None


def final_turns(responses: pd.DataFrame) -> pd.Series:
    """The turn that is scored, untrimmed: the last of `assistant_turns`, or `response`. Indexed like the
    frame.
    """
    parsed = [turns_of(text) for text in responses["assistant_turns"]]
    texts = [turns[-1] if turns else text for turns, text in zip(parsed, responses["response"], strict=True)]
    return pd.Series(texts, index=responses.index, dtype="str")


def turn_counts(responses: pd.DataFrame) -> pd.Series:
    """How many assistant turns each row brings; missing where only the final turn is given."""
    counts = [len(turns) if turns else None for turns in map(turns_of, responses["assistant_turns"])]
    return pd.Series(counts, index=responses.index, dtype="Int64")


def blank_turns(texts: pd.Series) -> pd.Series:
    """Which texts show a reader nothing."""
    return pd.Series([is_blank(text) for text in texts], index=texts.index, dtype=bool)


def empty_responses(responses: pd.DataFrame) -> pd.Series:
    """Which responses are empty, so that nothing is met in them."""
    return _of_each(responses, is_empty_response)


def received_responses(responses: pd.DataFrame) -> pd.Series:
    """Which responses were received; the others have no verdicts and no score."""
    return _of_each(responses, was_received)


def _of_each(responses: pd.DataFrame, rule: Callable[[str, str], bool]) -> pd.Series:
    pairs = zip(final_turns(responses), responses["response_status"], strict=True)
    return pd.Series([rule(text, status) for text, status in pairs], index=responses.index, dtype=bool)


def _check(responses: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    check_once(responses, KEY, findings)
    both = (responses["assistant_turns"] != "") & (responses["response"] != "")
    message = "the cell is filled and so is assistant_turns, expected exactly one of the two"
    findings.at(responses.index[both], "response", message)
    return _settle_status(responses, findings)


def _settle_status(responses: pd.DataFrame, findings: Findings) -> pd.DataFrame:
    """`empty` belongs to a blank final turn; a blank one that says ok, or nothing, is set to empty."""
    status = responses["response_status"]
    unread = responses.index.isin(findings.bad_rows(("assistant_turns", "response", "response_status")))
    blank = blank_turns(final_turns(responses)) & ~unread
    findings.at(
        responses.index[(status == "empty") & ~blank & ~unread],
        "response_status",
        "says empty but the final turn holds text, expected another status or no text",
    )
    findings.at(
        responses.index[(status == "") & ~blank],
        "response_status",
        "the cell is blank, expected one of: " + "; ".join(vocabulary.RESPONSE_STATUSES),
    )
    findings.warn_at(
        responses.index[(status == "ok") & blank],
        "response_status",
        "says ok but the final turn is blank (no visible character), so it is read as empty",
    )
    settled = status.mask(blank & status.isin(["", "ok"]), "empty")
    return responses.assign(response_status=settled)


RESPONSES = TableLayout(
    kind="responses",
    name="responses",
    columns=(
        *KEY_COLUMNS,
        Column("assistant_turns", TURNS_JSON, optional=True),
        Column("response", optional=True),
        Column("response_status", CHOICE, choices=vocabulary.RESPONSE_STATUSES),
        Column("finish_reason", optional=True, longest=64),
        Column("prompt_tokens", INT, optional=True, least=0, most=LARGEST_COUNT),
        Column("completion_tokens", INT, optional=True, least=0, most=LARGEST_COUNT),
        Column("cost_usd", DECIMAL, optional=True),
        Column("collected_at", TIMESTAMP, optional=True),
    ),
    key=KEY,
    check=_check,
    any_of=("assistant_turns", "response"),
    suffixes=(".csv", ".parquet", ".jsonl"),
)
