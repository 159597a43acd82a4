"""Have the judges of a frozen panel changed? Later votes on the sentinel pairs beside those of the freeze."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import MISSING
from calibration.models import FrozenPanel, FrozenPanelJudge, JudgePrompt
from calibration.panels.health import seats_of
from calibration.panels.sentinels import Sentinels, sentinels_of
from calibration.ratings import CountedVotes, counted_votes
from calibration.ratings.checksums import RoundChecksums
from calibration.ratings.votes import asked_votes
from calibration.stats.resampling.estimate import Estimate

FIRST = 1


@dataclass(frozen=True)
class DriftRow:
    """One later asking of one judge.

    same: share of the pairs with both votes that are alike. to_met, to_not_met: votes that turned; lost, won:
    votes that are missing now, or were. retest: how alike the judge voted twice at the freeze, None when that
    is unknown. is_below: the whole interval of `same` lies below it.
    """

    judge: str
    prompt: str
    is_other_prompt: bool
    repetition: int
    same: Estimate
    to_met: int
    to_not_met: int
    lost: int
    won: int
    retest: float | None
    is_below: bool


def drift_report(panel: FrozenPanel) -> list[DriftRow]:
    """Each asking of each seat's judge but that of the freeze: later repetitions, and other prompts."""
    kept, seats = sentinels_of(panel), seats_of(panel)
    counted = counted_votes(kept.labels, [seat.judge_id for seat in seats])
    used = {prompt for votes in counted.values() for prompt, _ in votes.askings}
    prompts = JudgePrompt.objects.in_bulk(used)
    return [row for seat in seats for row in _rows_of(panel, kept, seat, counted[seat.judge_id], prompts)]


def has_later_askings(checksums: RoundChecksums, seats: Sequence[FrozenPanelJudge]) -> bool:
    """Whether a seat's judge was asked on the round otherwise than at the freeze."""
    at_freeze = {seat.judge_id: (seat.prompt_id, FIRST) for seat in seats}
    return any(
        (prompt, repetition) != at_freeze[judge]
        for judge, prompt, repetition in checksums.votes
        if judge in at_freeze
    )


def retest_rates(
    seats: Sequence[FrozenPanelJudge], kept: Sentinels, counted: Mapping[int, CountedVotes]
) -> dict[str, dict[str, Any]]:
    """Per judge, how alike its first two repetitions are on the pairs; nothing without a second.

    counted: the votes of each judge on the round, by the judge's primary key.
    """
    rates = {}
    for column, seat in enumerate(seats):
        again = _votes(kept, counted[seat.judge_id], seat.prompt, FIRST + 1)
        if (again != MISSING).any():
            rates[seat.judge.judge_id] = kept.alike(kept.votes[:, column], again).as_json()
    return rates


def _rows_of(
    panel: FrozenPanel,
    kept: Sentinels,
    seat: FrozenPanelJudge,
    counted: CountedVotes,
    prompts: Mapping[int, JudgePrompt],
) -> Iterator[DriftRow]:
    before = kept.votes[:, seat.position - 1]
    retest = panel.retest.get(seat.judge.judge_id, {}).get("value")
    for prompt, repetition in _later_askings(seat, counted, prompts):
        now = _votes(kept, counted, prompt, repetition)
        if not (now != MISSING).any():
            continue
        same = kept.alike(before, now)
        yield DriftRow(
            judge=seat.judge.judge_id,
            prompt=prompt.version,
            is_other_prompt=prompt != seat.prompt,
            repetition=repetition,
            same=same,
            to_met=_count(before == 0, now == 1),
            to_not_met=_count(before == 1, now == 0),
            lost=_count(before != MISSING, now == MISSING),
            won=_count(before == MISSING, now != MISSING),
            retest=retest,
            is_below=retest is not None and same.high is not None and same.high < retest,
        )


def _later_askings(
    seat: FrozenPanelJudge, counted: CountedVotes, prompts: Mapping[int, JudgePrompt]
) -> list[tuple[JudgePrompt, int]]:
    """Prompt and repetition of every asking of the judge on the round but the one of the freeze."""
    askings = [(prompts[prompt], repetition) for prompt, repetition in counted.askings]
    later = [asking for asking in askings if asking != (seat.prompt, FIRST)]
    return sorted(later, key=lambda asking: (asking[0].created_at, asking[0].pk, asking[1]))


def _votes(
    kept: Sentinels, counted: CountedVotes, prompt: JudgePrompt | None, repetition: int
) -> NDArray[np.int8]:
    return asked_votes(len(kept.labels.units), counted, prompt, repetition)[kept.rows]


def _count(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> int:
    return int((first & second).sum())
