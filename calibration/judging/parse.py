"""Read a judge's answer. What cannot be read is no vote, never "not met"."""

import json
import re
from dataclasses import dataclass

PARSE_FAILURE = "parse_failure"
FENCE = re.compile(r"^```[a-zA-Z]*\s*|\s*```$")
PARSER_VERSION = "1"


@dataclass(frozen=True)
class Vote:
    """met is None for no vote; no_vote_reason then says why."""

    met: bool | None
    reason: str | None = None
    no_vote_reason: str | None = None


def parse_vote(text: str) -> Vote:
    """The vote in an answer: a JSON object with a true or false `met`, alone, fenced, or among other words.

    Two objects that contradict each other, a `met` that is neither true nor false, or no object: no vote.
    """
    objects = _objects(FENCE.sub("", text.strip()))
    answers = [
        (met, answer.get("reason")) for answer in objects if isinstance(met := answer.get("met"), bool)
    ]
    if len({met for met, _ in answers}) != 1:
        return Vote(None, no_vote_reason=PARSE_FAILURE)
    met, reason = answers[0]
    return Vote(met, reason if isinstance(reason, str) else None)


def _objects(text: str) -> list[dict[str, object]]:
    """Every JSON object that stands in the text, outermost only."""
    decoder, objects, start = json.JSONDecoder(), [], text.find("{")
    while start != -1:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict):
                objects.append(value)
        start = text.find("{", end)
    return objects
