"""Fifteen candidate judges in six families: what each costs, and how each goes wrong. None of them exists."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from annotation.vocabulary import NO_VOTE_REASONS

PROMPT_VERSION = "demo-1"


@dataclass(frozen=True)
class DemoCandidate:
    """A candidate judge.

    false_met, false_not_met: chance of the error on a criterion of average hardness. no_vote: chance of no
    vote, for the reasons weighted in `why` (order of NO_VOTE_REASONS). price_in, price_out: US dollars per
    million tokens. seconds: usual time of a call.
    """

    judge_id: str
    false_met: float
    false_not_met: float
    no_vote: float
    why: tuple[int, int, int, int]
    price_in: str
    price_out: str
    seconds: float

    @property
    def family(self) -> str:
        return self.judge_id.partition("/")[0]


CANDIDATES: tuple[DemoCandidate, ...] = (
    DemoCandidate("synthetic-a/judge-small", 0.24, 0.17, 0.004, (3, 0, 1, 1), "0.15", "0.60", 0.9),
    DemoCandidate("synthetic-a/judge-medium", 0.17, 0.14, 0.002, (1, 0, 1, 1), "0.80", "3.20", 1.6),
    DemoCandidate("synthetic-a/judge-large", 0.11, 0.12, 0.002, (0, 1, 1, 1), "3.00", "12.00", 3.1),
    DemoCandidate("synthetic-b/judge-lite", 0.33, 0.14, 0.012, (4, 0, 1, 0), "0.08", "0.30", 0.6),
    DemoCandidate("synthetic-b/judge-pro", 0.15, 0.17, 0.006, (0, 4, 1, 1), "1.25", "10.00", 2.4),
    DemoCandidate("synthetic-c/judge-mini", 0.21, 0.27, 0.005, (1, 0, 2, 0), "0.25", "1.25", 0.8),
    DemoCandidate("synthetic-c/judge-base", 0.15, 0.21, 0.003, (1, 0, 2, 0), "1.00", "5.00", 1.9),
    DemoCandidate("synthetic-c/judge-deep", 0.09, 0.17, 0.008, (0, 0, 5, 1), "5.00", "25.00", 7.5),
    DemoCandidate("synthetic-d/judge-open-s", 0.41, 0.22, 0.030, (5, 0, 1, 1), "0.05", "0.10", 0.7),
    DemoCandidate("synthetic-d/judge-open-m", 0.29, 0.20, 0.012, (4, 0, 1, 1), "0.20", "0.40", 1.2),
    DemoCandidate("synthetic-d/judge-open-l", 0.18, 0.17, 0.006, (2, 0, 1, 1), "0.70", "0.90", 2.0),
    DemoCandidate("synthetic-e/judge-strict", 0.08, 0.38, 0.004, (0, 1, 1, 0), "0.60", "2.40", 1.4),
    DemoCandidate("synthetic-e/judge-fair", 0.15, 0.15, 0.003, (1, 1, 1, 1), "0.60", "2.40", 1.4),
    DemoCandidate("synthetic-f/judge-kind", 0.45, 0.08, 0.010, (0, 6, 1, 0), "0.40", "1.60", 1.1),
    DemoCandidate("synthetic-f/judge-terse", 0.20, 0.20, 0.050, (8, 1, 1, 0), "0.40", "1.60", 0.5),
)


def judges() -> list[dict[str, Any]]:
    """The candidates in the order they are listed everywhere: judge_id, name, provider, family, decoding,
    price_in, price_out (Decimal, US dollars per million tokens).
    """
    return [
        {
            "judge_id": candidate.judge_id,
            "name": f"{candidate.judge_id.partition('/')[2]} (synthetic)",
            "provider": "synthetic",
            "family": candidate.family,
            "decoding": {"temperature": 0.0, "max_tokens": 256},
            "price_in": Decimal(candidate.price_in),
            "price_out": Decimal(candidate.price_out),
        }
        for candidate in CANDIDATES
    ]


def position_of(judge_id: str) -> int:
    """The judge's place in CANDIDATES, from 0. Raises ValueError, in a sentence, for an unknown judge."""
    ids = [candidate.judge_id for candidate in CANDIDATES]
    if judge_id not in ids:
        raise ValueError(f"The demo has no judge {judge_id!r}; its judges are {', '.join(ids)}.")
    return ids.index(judge_id)


def reason_chances(candidate: DemoCandidate) -> list[float]:
    """How the candidate's missing votes spread over NO_VOTE_REASONS; sums to 1."""
    return [weight / sum(candidate.why) for weight, _ in zip(candidate.why, NO_VOTE_REASONS, strict=True)]
