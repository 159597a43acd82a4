"""Have the judges of a frozen panel changed? Later votes on the sentinel pairs beside those of the freeze."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.verdicts.rules import MISSING
from calibration.models import FrozenPanel, FrozenPanelJudge, JudgePrompt
from calibration.panels.sentinels import Sentinels, sentinels_of
from calibration.ratings import RoundFrame, vote_frame, votes_on
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
    kept = sentinels_of(panel)
    seats = list(panel.seats.select_related("judge", "prompt"))
    return [row for seat in seats for row in _rows_of(panel, kept, seat)]


def retest_rates(seats: list[FrozenPanelJudge], kept: Sentinels) -> dict[str, dict[str, Any]]:
    """Per judge, how alike its first two repetitions are on the pairs; nothing without a second."""
    found = {}
    for column, seat in enumerate(seats):
        again = _votes(kept, seat, seat.prompt, FIRST + 1)
        if (again != MISSING).any():
            found[seat.judge.judge_id] = kept.alike(kept.votes[:, column], again).as_json()
    return found


def _rows_of(panel: FrozenPanel, kept: Sentinels, seat: FrozenPanelJudge) -> Iterator[DriftRow]:
    before = kept.votes[:, seat.position - 1]
    retest = panel.retest.get(seat.judge.judge_id, {}).get("value")
    for prompt, repetition in _askings(kept.labels, seat):
        now = _votes(kept, seat, prompt, repetition)
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


def _askings(labels: RoundFrame, seat: FrozenPanelJudge) -> list[tuple[JudgePrompt, int]]:
    """Prompt and repetition of every asking of the judge on the round but the one of the freeze."""
    pairs = (
        votes_on(labels).filter(judge=seat.judge).order_by().values_list("prompt", "repetition").distinct()
    )
    prompts = JudgePrompt.objects.in_bulk({prompt for prompt, _ in pairs})
    found = [(prompts[prompt], repetition) for prompt, repetition in pairs]
    later = [asking for asking in found if asking != (seat.prompt, FIRST)]
    return sorted(later, key=lambda asking: (asking[0].created_at, asking[0].pk, asking[1]))


def _votes(
    kept: Sentinels, seat: FrozenPanelJudge, prompt: JudgePrompt | None, repetition: int
) -> NDArray[np.int8]:
    frame = vote_frame(kept.labels, [seat.judge], {seat.judge.judge_id: prompt}, repetition)
    return frame.votes[kept.rows, 0]


def _count(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> int:
    return int((one & other).sum())
