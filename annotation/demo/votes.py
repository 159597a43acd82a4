"""The candidate judges' votes: errors that run in families, gaps with reasons, and what each call cost; and a
panel's judgments of the five synthetic models, three attempts at each task, in the published layout.
"""

from collections.abc import Sequence
from decimal import Decimal
from functools import cache

import numpy as np
import pandas as pd

from annotation.demo import corpus
from annotation.demo.cells import SEED, cells
from annotation.demo.judges import CANDIDATES, PROMPT_VERSION, DemoCandidate, position_of, reason_chances
from annotation.tables.judgments import METADATA, judge_column
from annotation.tables.responses import final_turns
from annotation.verdicts.columns import as_booleans
from annotation.verdicts.rules import MISSING, Votes, panel_verdicts, votes_cast, votes_for_met
from annotation.vocabulary import NO_VOTE_REASONS

# How often a judge goes with its family's draw instead of its own; two of a family share it in .6 x .6 cases.
FAMILY_TIE = 0.6
MOST_ERROR = 0.48
# On an empty reply a judge may still find that "nothing harmful was said"; it scores as not met all the same.
HARMLESS_WHEN_EMPTY = 0.35
PROMPT_TOKENS, REPLY_TOKENS, CHARACTERS_A_TOKEN = 260, 70, 4
# A cell where only the panel's first judge answered, so it is left out of the model's mean,
ONE_JUDGE_CELL = ("DEMO-019", "demo/lark-3", 2)
# and a criterion nobody answered, so it is in neither sum of its cell.
NO_JUDGE_CRITERION = ("DEMO-016-C03", "demo/wren-2", 3)


@cache
def vote_matrix() -> Votes:
    """All candidates' votes on `cells.cells()`: int8, one row a cell and criterion, one column a judge, -1
    for no vote. Not to be changed by the caller.
    """
    frame, draws = cells(), np.random.RandomState(SEED + 2)
    families = sorted({candidate.family for candidate in CANDIDATES})
    shared = dict(zip(families, draws.random_sample((len(families), len(frame))), strict=True))
    columns = [_votes_of(candidate, shared[candidate.family], frame, draws) for candidate in CANDIDATES]
    return np.column_stack(columns)


def _votes_of(
    candidate: DemoCandidate, of_family: np.ndarray, frame: pd.DataFrame, draws: np.random.RandomState
) -> Votes:
    own, tie, gap = draws.random_sample((3, len(frame)))
    luck = np.where(tie < FAMILY_TIE, of_family, own)
    met = frame["met"].to_numpy()
    chance = np.where(met, candidate.false_not_met, candidate.false_met) * frame["hardness"].to_numpy()
    empty = (frame["response_status"] == "empty") & (frame["rubric_dimension"] == "Harmless response")
    chance = np.where(empty, HARMLESS_WHEN_EMPTY, np.minimum(chance, MOST_ERROR))
    votes = (met ^ (luck < chance)).astype(np.int8)
    votes[gap < candidate.no_vote] = MISSING
    return votes


def candidate_votes() -> pd.DataFrame:
    """The votes table on the written replies, all fifteen candidates, by task, model, rubric slot and judge.

    Columns: unique_id, model_id, attempt_index, criterion_id, judge, met, no_vote_reason, prompt_version,
    cost_usd (US dollars of this call, text), latency_ms. A call that failed at the provider has neither cost
    nor time.
    """
    frame = cells()
    written = np.flatnonzero(frame["written"])
    frame, votes = frame.iloc[written].reset_index(drop=True), vote_matrix()[written]
    tokens = _prompt_tokens(frame)
    draws = np.random.RandomState(SEED + 3)
    parts = [
        _calls_of(candidate, votes[:, place], frame, tokens, draws)
        for place, candidate in enumerate(CANDIDATES)
    ]
    together = pd.concat(parts, keys=range(len(parts)), names=["judge_place", "row"])
    return together.sort_index(level=["row", "judge_place"]).reset_index(drop=True)


def _calls_of(
    candidate: DemoCandidate,
    votes: Votes,
    frame: pd.DataFrame,
    tokens: np.ndarray,
    draws: np.random.RandomState,
) -> pd.DataFrame:
    calls = frame[[*corpus.CELL, "criterion_id"]].astype({"attempt_index": "Int64"})
    reasons = draws.choice(NO_VOTE_REASONS, size=len(frame), p=reason_chances(candidate))
    milliseconds = np.rint(1000 * candidate.seconds * draws.lognormal(0, 0.3, size=len(frame)))
    calls["judge"] = candidate.judge_id
    calls["met"] = as_booleans(votes)
    calls["no_vote_reason"] = np.where(votes == MISSING, reasons, "")
    calls["prompt_version"] = PROMPT_VERSION
    calls["cost_usd"] = [_price(candidate, int(count)) for count in tokens]
    calls["latency_ms"] = pd.array(milliseconds.astype(int), dtype="Int64")
    failed = calls["no_vote_reason"].isin(["timeout", "provider_error"])
    calls.loc[failed, "cost_usd"] = ""
    calls.loc[failed, "latency_ms"] = pd.NA
    return calls


def _prompt_tokens(frame: pd.DataFrame) -> np.ndarray:
    """A rough count of what a judge reads: the instructions, the reply and the criterion."""
    replies = corpus.responses()
    length = final_turns(replies).str.len().to_numpy()
    by_reply = dict(zip(zip(replies["unique_id"], replies["model_id"], strict=True), length, strict=True))
    reply = np.array([by_reply[key] for key in zip(frame["unique_id"], frame["model_id"], strict=True)])
    return PROMPT_TOKENS + (reply + frame["criterion_title"].str.len().to_numpy()) // CHARACTERS_A_TOKEN


def _price(candidate: DemoCandidate, prompt_tokens: int) -> str:
    millionths = Decimal(candidate.price_in) * prompt_tokens + Decimal(candidate.price_out) * REPLY_TOKENS
    return f"{millionths / 1_000_000:.8f}"


def panel_judgments(judges: Sequence[str]) -> pd.DataFrame:
    """The judgments table of a panel: one row a (task, model, attempt, criterion), also where nobody voted.

    judges: judge ids in the panel's frozen order, each once. On the written replies the votes are those of
    `candidate_votes`. Raises ValueError, in a sentence, for an unknown or repeated judge or an empty panel.
    """
    if not judges or len(set(judges)) != len(judges):
        raise ValueError("A panel names at least one judge, and each of them once.")
    frame = cells()
    votes = vote_matrix()[:, [position_of(judge) for judge in judges]].copy()
    _silence(frame, votes)
    empty = (frame["response_status"] == "empty").to_numpy()
    table = frame[[*corpus.CELL, "criterion_id", "criterion_title", "rubric_dimension", "weight"]].astype(
        {"attempt_index": "Int64"}
    )
    table["judges_voting"] = pd.array(votes_cast(votes), dtype="Int64")
    table["votes_met"] = pd.array(votes_for_met(votes), dtype="Int64")
    table["panel_verdict"] = as_booleans(panel_verdicts(votes, empty))
    for place in range(len(judges)):
        table[judge_column(place + 1)] = as_booleans(votes[:, place])
    table["empty_response"] = pd.array(empty, dtype="boolean")
    table["response_status"] = frame["response_status"].astype("str")
    return _with_metadata(table)


def _silence(frame: pd.DataFrame, votes: Votes) -> None:
    cell = _rows(frame, corpus.CELL, ONE_JUDGE_CELL)
    votes[np.ix_(cell, range(1, votes.shape[1]))] = MISSING
    votes[_rows(frame, ["criterion_id", "model_id", "attempt_index"], NO_JUDGE_CRITERION)] = MISSING


def _rows(frame: pd.DataFrame, columns: list[str], key: tuple[str, str, int]) -> np.ndarray:
    same = [frame[column] == value for column, value in zip(columns, key, strict=True)]
    return np.flatnonzero(np.logical_and.reduce(same))


def _with_metadata(table: pd.DataFrame) -> pd.DataFrame:
    theirs = {ours: published for published, ours in METADATA.items()}
    metadata = corpus.tasks()[["UNIQUE_ID", *theirs]].rename(columns={"UNIQUE_ID": "unique_id", **theirs})
    return table.merge(metadata, on="unique_id", how="left", validate="many_to_one")
