"""Ask a panel's judges about files, without a database.

Every answer is appended to `raw_votes.jsonl` in the output folder before anything else happens to it, so that
a grading that was stopped goes on where it was.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd

from annotation.base.errors import BadInputError
from annotation.runs.llm import PROVIDER_ERROR, TIMEOUT, LLMRequest, Reply, ask_all
from annotation.tables.canonical import sha256_of
from annotation.tables.responses import final_turns, turns_of
from annotation.tables.rubric import criteria_of
from annotation.verdicts.emptiness import is_empty_response, was_received
from calibration.judging.parse import PARSE_FAILURE, Vote, parse_vote
from calibration.judging.prompt import PROMPTS, Exchange, judge_messages

RAW_VOTES = "raw_votes.jsonl"
TRIES = 3  # an answer that cannot be read is asked for again, at most twice
PASSING = (TIMEOUT, PROVIDER_ERROR)  # a later run asks again
STORED = ("unique_id", "model_id", "attempt_index", "criterion_id", "judge", "met", "no_vote_reason", "asked")
Key = tuple[str, str, int, str, str]


@dataclass(frozen=True)
class Question:
    """One judge, one criterion, one response."""

    key: Key
    provider: str
    decoding: Mapping[str, Any]
    prompt_version: str
    conversation: Sequence[Exchange]
    criterion: str

    def request(self) -> LLMRequest:
        """What is sent to the judge."""
        messages = judge_messages(self.conversation, self.criterion, self.prompt_version)
        return LLMRequest(self.provider, messages, self.decoding)

    @property
    def sha256(self) -> str:
        """Hash of everything that is sent, so that an answer is never taken for one to another question."""
        request = self.request()
        return sha256_of([request.provider, request.messages, dict(request.decoding)])


def questions(
    tasks: pd.DataFrame, responses: pd.DataFrame, judges: Sequence[Mapping[str, Any]]
) -> Iterator[Question]:
    """What to ask, in the order of the tables; nothing about a reply that is empty or was never received."""
    prompts = {row["UNIQUE_ID"]: _prompts(row) for row in tasks.to_dict("records")}
    criteria = {uid: rows.to_dict("records") for uid, rows in criteria_of(tasks).groupby("unique_id")}
    for row, final in zip(responses.to_dict("records"), final_turns(responses), strict=True):
        status = row["response_status"]
        if is_empty_response(final, status) or not was_received(final, status):
            continue
        uid = row["unique_id"]
        conversation = _conversation(prompts[uid], turns_of(row["assistant_turns"]), final)
        for criterion in criteria.get(uid, []):
            for judge in judges:
                key = (
                    uid,
                    row["model_id"],
                    int(row["attempt_index"]),
                    criterion["criterion_id"],
                    judge["id"],
                )
                title, decoding = criterion["criterion_title"], judge.get("decoding") or {}
                yield Question(key, judge["provider"], decoding, judge["prompt_version"], conversation, title)


def check_judges(judges: Sequence[Mapping[str, Any]]) -> None:
    """Raise BadInputError for judges that cannot be asked from here, with what to do instead."""
    problems = []
    known = [judge if isinstance(judge, Mapping) else {"id": judge} for judge in judges]
    for number, judge in enumerate(known, start=1):
        if not isinstance(judge.get("decoding") or {}, Mapping):
            problems.append(
                f"Judge {number} ({judge['id']}) has decoding parameters that are no JSON object."
            )
        if not judge.get("provider"):
            problems.append(f"Judge {number} ({judge['id']}) has no provider, so it cannot be asked.")
        if judge.get("prompt_version") not in PROMPTS:
            version = judge.get("prompt_version")
            problems.append(
                f"Judge {number} ({judge['id']}) uses prompt version {version!r}, whose text is not known."
            )
    if problems:
        raise BadInputError([*problems, "Give the panel's votes in a file with --votes instead."])


def collect_votes(
    asked: Iterator[Question], folder: Path, at_once: int, tell: Callable[[int], None]
) -> pd.DataFrame:
    """Ask what has no answer in the folder yet, and return the votes as a candidate_votes frame.

    An answer counts for the very question that was sent: other texts, judges or parameters are asked anew.
    """
    path, questions = folder / RAW_VOTES, list(asked)
    stored = {(_key(row), row["asked"]): row for row in _stored(path)}
    answers = {question.key: stored.get((question.key, question.sha256)) for question in questions}
    known = {key: row for key, row in answers.items() if row and row["no_vote_reason"] not in PASSING}
    waiting = [question for question in questions if question.key not in known]
    with path.open("a+b") as file:
        if _is_cut_off(file):
            file.write(b"\n")
        for row in _answers(waiting, at_once):
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            known[_key(row)] = row
            tell(len(known))
    return votes_frame(known.values())


def _answers(waiting: Sequence[Question], at_once: int) -> Iterator[dict[str, Any]]:
    """One row a question; a question whose answer cannot be read goes round again."""
    rounds = list(enumerate(waiting))
    for attempt in range(1, TRIES + 1):
        again = []
        for number, reply in ask_all(((n, question.request()) for n, question in rounds), at_once):
            vote = _vote(reply)
            if vote.no_vote_reason == PARSE_FAILURE and attempt < TRIES:
                again.append((number, waiting[number]))
            else:
                yield _row(waiting[number], reply, vote)
        rounds = again


def _vote(reply: Reply) -> Vote:
    return Vote(None, no_vote_reason=reply.failure) if reply.text is None else parse_vote(reply.text)


def _row(question: Question, reply: Reply, vote: Vote) -> dict[str, Any]:
    uid, model, attempt, criterion, judge = question.key
    return {
        "unique_id": uid,
        "model_id": model,
        "attempt_index": attempt,
        "criterion_id": criterion,
        "judge": judge,
        "met": vote.met,
        "reason": vote.reason,
        "no_vote_reason": vote.no_vote_reason,
        "prompt_version": question.prompt_version,
        "cost_usd": None if reply.cost_usd is None else str(reply.cost_usd),
        "latency_ms": reply.latency_ms,
        "asked": question.sha256,
        "raw_reply": reply.text,
        "detail": reply.detail,
    }


def votes_frame(rows: Any) -> pd.DataFrame:
    """Stored answers as a candidate_votes frame."""
    names = STORED[:-1]
    frame = pd.DataFrame([{name: row[name] for name in names} for row in rows], columns=list(names))
    return frame.astype({"attempt_index": "Int64", "met": "boolean", "no_vote_reason": "str"})


def _stored(path: Path) -> Iterator[dict[str, Any]]:
    """Answers of an earlier run; a last line that was cut off by a crash is asked for again."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict) and row.keys() >= set(STORED):
                yield row


def _is_cut_off(file: BinaryIO) -> bool:
    """Whether the last line lacks its end; the next one must not run into it."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def _key(row: Mapping[str, Any]) -> Key:
    return (row["unique_id"], row["model_id"], row["attempt_index"], row["criterion_id"], row["judge"])


def _prompts(row: Mapping[str, Any]) -> list[str]:
    return [row[f"PROMPT_{number}"] for number in range(1, 6) if row[f"PROMPT_{number}"]]


def _conversation(prompts: Sequence[str], turns: Sequence[str] | None, final: str) -> list[Exchange]:
    earlier: Sequence[str | None] = turns[:-1] if turns else [None] * (len(prompts) - 1)
    return [Exchange(*pair) for pair in zip(prompts, [*earlier, final], strict=True)]
