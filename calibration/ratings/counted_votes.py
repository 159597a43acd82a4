"""Of several votes of a judge on one unit, the one that counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import numpy as np
from numpy.typing import NDArray

from annotation.base.array_cache import cached_object
from annotation.base.array_keys import ABSENT, key_codes, positions_of
from annotation.models import CriterionVersion
from calibration.models import TEXT_UNKNOWN, JudgeVote
from calibration.ratings.labels import RoundRatings
from calibration.ratings.units import RoundUnits, unit_items
from calibration.ratings.vote_columns import VoteColumns, judge_stamps, vote_columns

Asking = tuple[int, int]  # prompt, repetition


@dataclass(frozen=True, eq=False)
class SameWords:
    """For every version of a criterion of the round's tasks: the round's own version when that has the same
    words, else ABSENT; and the number of its revision.

    A new revision repeats every criterion; a vote on one whose words stayed the same is a vote on this one.
    """

    versions: NDArray[np.int64]
    pinned: NDArray[np.int64]
    numbers: NDArray[np.int64]

    @classmethod
    def of_round(cls, ratings: RoundRatings) -> "SameWords":
        own = {unit.version_id for unit in ratings.units}
        tasks = unit_items(ratings.round.pk).values("response__task")
        versions = CriterionVersion.objects.filter(revision__task__in=tasks).order_by()
        rows = list(versions.values_list("id", "criterion_id", "text", "revision__number"))
        by_words = {(criterion, text): version for version, criterion, text, _ in rows if version in own}
        pinned = [
            version if version in own else by_words.get((criterion, text), ABSENT)
            for version, criterion, text, _ in rows
        ]
        columns = ([row[0] for row in rows], pinned, [row[3] for row in rows])
        return cls(*(np.array(column, dtype=np.int64) for column in columns))

    def of(self, versions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The round's own version, or ABSENT, and the number of the revision, of each of these versions."""
        positions = positions_of((versions,), (self.versions,))
        return self.pinned[positions], self.numbers[positions]


@dataclass(frozen=True, eq=False)
class CountedVotes:
    """The votes of a judge that count, at most one for each unit, prompt and repetition.

    rows: of their units in the round's ratings. columns, positions: where the rest of each vote is found.
    askings: every prompt and repetition the judge was asked with on the round, also where no vote counts.
    stamp: names all of this; None when it was read from the rows themselves.
    """

    rows: NDArray[np.int64]
    positions: NDArray[np.int64]
    columns: VoteColumns
    askings: list[Asking]
    stamp: str | None

    def asked_with(self, asking: Asking) -> "CountedVotes":
        """Only those of one prompt and repetition."""
        prompts, repetitions = self.columns.prompts[self.positions], self.columns.repetitions[self.positions]
        chosen = (prompts == asking[0]) & (repetitions == asking[1])
        return CountedVotes(self.rows[chosen], self.positions[chosen], self.columns, [asking], self.stamp)


def counted_votes(
    ratings: RoundRatings, judge_ids: Sequence[int], as_of: datetime | None = None
) -> dict[int, CountedVotes]:
    """The votes that count of each judge on the round, on the texts as they are now.

    Votes on the very text come before those from before it was known; then the round's own revision before
    others with the same words, and of these the newest; then what came after an asking that failed.
    as_of: leave aside what followed a failure since then.
    """
    if as_of is not None:
        return _counted_then(ratings, judge_ids, as_of)
    stamps = judge_stamps(judge_ids) if ratings.stamp is not None else dict.fromkeys(judge_ids)
    same_words = cache(lambda: SameWords.of_round(ratings))
    return {judge: _counted_of(ratings, judge, stamps[judge], same_words) for judge in judge_ids}


def _counted_then(
    ratings: RoundRatings, judge_ids: Sequence[int], as_of: datetime
) -> dict[int, CountedVotes]:
    """From the rows themselves, kept nowhere."""
    since = JudgeVote.objects.filter(judge__in=judge_ids).that_followed(as_of).order_by()
    later = np.array(list(since.values_list("pk", flat=True)), dtype=np.int64)
    same_words = SameWords.of_round(ratings)
    every = {judge: vote_columns(ratings, judge, None) for judge in judge_ids}
    return {
        judge: _counted(ratings.pinned, same_words, votes, None, ~np.isin(votes.keys, later))
        for judge, votes in every.items()
    }


def _counted_of(
    ratings: RoundRatings, judge: int, stamp: str | None, same_words: Callable[[], SameWords]
) -> CountedVotes:
    entry = None if stamp is None else f"{stamp} {ratings.stamp}"
    return cached_object(
        f"round-{ratings.round.pk}/counted-votes-of-judge-{judge}",
        entry,
        lambda: _counted(ratings.pinned, same_words(), vote_columns(ratings, judge, stamp), entry),
    )


def _counted(
    units: RoundUnits,
    same_words: SameWords,
    votes: VoteColumns,
    stamp: str | None,
    chosen: NDArray[np.bool_] | None = None,
) -> CountedVotes:
    """chosen: which votes are looked at; None for all."""
    is_unknown_text, is_present = _texts(units, votes)
    if chosen is not None:
        is_present &= chosen
    pinned, numbers = same_words.of(votes.versions)
    rows = positions_of((votes.responses, pinned), (units.responses, units.versions))
    positions = np.flatnonzero(is_present & (rows != ABSENT))
    is_other_version = pinned != votes.versions
    best_first = np.lexsort(
        (
            -votes.keys[positions],
            -numbers[positions],
            is_other_version[positions],
            is_unknown_text[positions],
            rows[positions],
        )
    )
    positions = positions[best_first]
    asked = key_codes((rows[positions], votes.prompts[positions], votes.repetitions[positions]))
    positions = positions[np.sort(np.unique(asked, return_index=True)[1])]
    return CountedVotes(rows[positions], positions, votes, _askings(votes, is_present), stamp)


def _askings(votes: VoteColumns, is_present: NDArray[np.bool_]) -> list[Asking]:
    pairs = zip(votes.prompts[is_present].tolist(), votes.repetitions[is_present].tolist(), strict=True)
    return sorted(set(pairs))


def _texts(units: RoundUnits, votes: VoteColumns) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each vote came before its response's text was known, and whether it is on the text as it is
    now.
    """
    no_text = len(votes.text_hashes)
    position_of = {text: position for position, text in enumerate(votes.text_hashes)}
    now = np.array([position_of.get(text, no_text) for text in units.text_hashes.values()], dtype=np.int64)
    responses = positions_of((votes.responses,), (np.array(list(units.text_hashes), dtype=np.int64),))
    is_unknown = votes.texts == position_of.get(TEXT_UNKNOWN, no_text)
    return is_unknown, (responses != ABSENT) & (is_unknown | (votes.texts == now[responses]))
