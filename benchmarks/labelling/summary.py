"""A load run in sentences."""

from collections.abc import Iterator, Sequence
from math import ceil

from benchmarks.labelling.load import Plan, Result
from benchmarks.rows import duration

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def lines(plan: Plan, database: str, server: str, result: Result) -> Iterator[str]:
    """What happened, how long saves took, and every problem."""
    yield (
        f"{plan.clinicians} clinicians on {NAMES[database]} behind {server} for {plan.seconds:g} s, "
        f"an answer every {plan.pause:g} s each: {len(result.made):,} answers, "
        f"{result.acknowledged:,} acknowledged, {result.ledger['events']:,} recorded, "
        f"{result.ledger['labels']:,} labels, {result.pages:,} pages read, "
        f"{result.counts['sent twice']:,} answers sent twice."
    )
    if result.server_seconds:
        yield f"Inside the server a save took {times(result.server_seconds)}."
    if result.client_seconds:
        yield f"As the browser saw it a save took {times(result.client_seconds)}."
    if result.waiting_at_kill:
        waiting = ", ".join(map(str, result.waiting_at_kill))
        yield (
            f"The server was killed {len(result.waiting_at_kill)} times, with {waiting} answers waiting when "
            f"it came back; {result.counts['no connection']:,} times nobody answered."
        )
    problems = result.problems()
    yield "Nothing was lost, doubled, refused or altered." if not problems else "Problems:"
    yield from (f"  {problem}" for problem in problems[:30])


def times(seconds: Sequence[float]) -> str:
    """Such as `median 8 ms, p95 21 ms, longest 120 ms`."""
    half, most, longest = (duration(percentile(seconds, share)) for share in (0.5, 0.95, 1.0))
    return f"median {half}, p95 {most}, longest {longest}"


def percentile(seconds: Sequence[float], share: float) -> float:
    """The smallest of the values that at least this share of them do not exceed."""
    return sorted(seconds)[max(0, ceil(share * len(seconds)) - 1)]
