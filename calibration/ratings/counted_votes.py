"""Of several votes of a judge on one unit, the one that counts."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import CriterionVersion
from calibration.models import TEXT_UNKNOWN, JudgeVote
from calibration.ratings.labels import RoundFrame

ASKED = ("response_id", "criterion_version_id", "judge_id", "prompt_id", "repetition")
SAID = ("met", "no_vote_reason")
COSTS = ("cost_usd", "latency_ms")


class CountedVote(NamedTuple):
    """A vote that counts, with the row of its unit in the round's frame."""

    row: int
    judge_id: int
    prompt_id: int
    repetition: int
    met: bool | None
    no_vote_reason: str | None
    cost_usd: Decimal | None = None
    latency_ms: int | None = None


def votes_on(frame: RoundFrame) -> QuerySet[JudgeVote]:
    """Every vote on the round's responses: on the texts as they are now, or from before they were known."""
    items = frame.round.items.firsts()
    return JudgeVote.objects.on_present_texts().filter(response_id__in=items.order_by().values("response"))


def counted_votes(
    frame: RoundFrame, here: QuerySet[JudgeVote], *, with_costs: bool = True
) -> Iterator[CountedVote]:
    """Of the votes `here`, at most one for each unit of the round, judge, prompt and repetition.

    Votes on the very text come before those from before it was known; then the round's own revision before
    others with the same words, and of these the newest. with_costs: whether cost and latency are read too, a
    third of the time; otherwise they are None.
    """
    row_of = {(unit.response_id, unit.version_id): row for row, unit in enumerate(frame.units)}
    own = {unit.version_id for unit in frame.units}
    pinned_of = _pinned_versions(frame, own)
    seen: set[tuple[int, ...]] = set()
    wanted = SAID + COSTS if with_costs else SAID
    for response, version, judge, prompt, repetition, *said in _best_first(here, own, wanted):
        row = row_of.get((response, pinned_of.get(version)))
        asking = (judge, prompt, repetition)
        if row is not None and (row, *asking) not in seen:
            seen.add((row, *asking))
            yield CountedVote(row, *asking, *said)


def _best_first(here: QuerySet[JudgeVote], own: set[int], said: tuple[str, ...]) -> Iterator[tuple]:
    newest_first = here.order_by("-criterion_version__revision__number")
    rows = newest_first.values_list("response_sha256", *ASKED, *said).iterator(20_000)
    for row in sorted(rows, key=lambda row: (row[0] == TEXT_UNKNOWN, row[2] not in own)):
        yield row[1:]


def _pinned_versions(frame: RoundFrame, own: set[int]) -> dict[int, int]:
    """For each version of a criterion that reads as the round's own does: the round's own.

    A new revision repeats every criterion; a vote on one whose words stayed the same is a vote on this one.
    """
    tasks = frame.round.items.firsts().order_by().values("response__task")
    versions = CriterionVersion.objects.filter(revision__task__in=tasks).order_by()
    rows = list(versions.values_list("id", "criterion_id", "text"))
    pinned = {(criterion, text): version for version, criterion, text in rows if version in own}
    return {
        version: version if version in own else pinned[criterion, text]
        for version, criterion, text in rows
        if (criterion, text) in pinned
    }
