"""The votes of a judge on a round's responses as columns of numbers, cached by the judge's stamp."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import BigIntegerField, F, IntegerField
from django.db.models.functions import Cast, Coalesce, Round
from numpy.typing import NDArray

from annotation.base.array_cache import cached_arrays
from annotation.base.array_files import FileContent
from annotation.base.bulk import driver_rows
from annotation.base.stamps import stamps_of
from annotation.tables.canonical import sha256_of
from calibration.models import JudgeVote
from calibration.ratings.labels import RoundRatings
from calibration.ratings.units import unit_items

UNKNOWN = -1
NO_COST = -(10**18)
PLACES_OF_COST = 8  # of JudgeVote.cost_usd: costs are whole numbers of 1e-8 USD here
KINDS: dict[str, type[np.generic]] = {
    "keys": np.int64,
    "responses": np.int64,
    "versions": np.int64,
    "prompts": np.int64,
    "repetitions": np.int64,
    "met": np.int8,
    "costs": np.int64,
    "latencies": np.int64,
    "reasons": np.int64,
    "texts": np.int64,
}
# Whole numbers as the database makes them: a Decimal for every cost would take longer than all the rest.
WHOLE_NUMBERS = {
    "met_number": Coalesce(Cast("met", IntegerField()), UNKNOWN),
    "cost_number": Coalesce(Cast(Round(F("cost_usd") * 10**PLACES_OF_COST), BigIntegerField()), NO_COST),
    "latency_number": Coalesce("latency_ms", UNKNOWN, output_field=IntegerField()),
}
FIELDS = (
    "pk",
    "response_id",
    "criterion_version_id",
    "prompt_id",
    "repetition",
    "met_number",
    "cost_number",
    "latency_number",
    "no_vote_reason",
    "response_sha256",
)


@dataclass(frozen=True, eq=False)
class VoteColumns:
    """One row a vote, in no order that matters; UNKNOWN where a value is not known.

    keys: of the votes themselves, in the order they came. responses, versions, prompts: primary keys. met:
    1, 0, UNKNOWN for no vote. reasons, texts: positions in `reason_words` and `text_hashes`. costs: in units
    of 1e-8 USD, or NO_COST. latencies: in milliseconds.
    """

    keys: NDArray[np.int64]
    responses: NDArray[np.int64]
    versions: NDArray[np.int64]
    prompts: NDArray[np.int64]
    repetitions: NDArray[np.int64]
    met: NDArray[np.int8]
    costs: NDArray[np.int64]
    latencies: NDArray[np.int64]
    reasons: NDArray[np.int64]
    texts: NDArray[np.int64]
    reason_words: list[str]
    text_hashes: list[str]


def judge_scope(judge_id: int) -> str:
    """The votes of a judge."""
    return f"judge {judge_id}"


def judge_stamps(judge_ids: Iterable[int]) -> dict[int, str | None]:
    """The stamp of each judge's votes, in one query."""
    scopes = {judge: judge_scope(judge) for judge in judge_ids}
    stamps = stamps_of(scopes.values())
    return {judge: stamps[scope] for judge, scope in scopes.items()}


def vote_columns(ratings: RoundRatings, judge_id: int, stamp: str | None) -> VoteColumns:
    """The judge's votes on a round's responses as of the judge's stamp; from the rows when there is none."""
    entry = None if stamp is None else f"{stamp} {sha256_of(list(ratings.pinned.text_hashes))}"
    name = f"round-{ratings.round.pk}/votes-of-judge-{judge_id}"
    content = cached_arrays(name, entry, lambda: _read(ratings.round.pk, judge_id))
    return VoteColumns(**content.arrays, **content.facts)


def _read(round_id: int, judge_id: int) -> FileContent:
    responses = unit_items(round_id).values("response")
    votes = JudgeVote.objects.filter(judge=judge_id, response__in=responses).order_by()
    rows = driver_rows(votes.annotate(**WHOLE_NUMBERS).values_list(*FIELDS))
    columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(FIELDS)
    *numbers, reasons, texts = columns
    reason_words, reason_codes = _coded(reasons)
    text_hashes, text_codes = _coded(texts)
    arrays = {
        name: np.array(column, dtype=kind)
        for (name, kind), column in zip(KINDS.items(), [*numbers, reason_codes, text_codes], strict=True)
    }
    return FileContent(arrays, {"reason_words": reason_words, "text_hashes": text_hashes})


def _coded(words: Iterable[str | None]) -> tuple[list[str], list[int]]:
    """The different words, and the position of each in them; None is UNKNOWN."""
    positions: dict[str, int] = {}
    codes = [UNKNOWN if word is None else positions.setdefault(word, len(positions)) for word in words]
    return list(positions), codes
