"""Whether anything changed of what a round's rankings are made from, by sums that the database makes.

A stamp says what the product wrote; these sums also notice a row that was changed by other hands. So the
watch over frozen panels and the pages that check a manifest go by them.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Case, Count, F, IntegerField, Sum, Value, When
from django.db.models.functions import Cast, Coalesce

from annotation.assignments.label_columns import CODES
from annotation.assignments.slots import RaterSlots, rater_slots_of
from annotation.models import Label, LabelStanding, Round
from annotation.tables.canonical import sha256_of
from calibration.models import Judge, JudgePrompt, JudgeVote
from calibration.ratings.units import RoundUnits, round_units, unit_items

# Primes, so that no two columns stand in for each other in a sum.
LABEL_COLUMNS = {"pk": 101, "item": 103, "criterion": 107, "rater": 109}
VOTE_COLUMNS = {"pk": 101, "response": 103, "criterion_version": 107, "judge": 109, "prompt": 113}
Asking = tuple[int, int, int]  # judge, prompt, repetition


@dataclass(frozen=True, eq=False)
class RoundChecksums:
    """A round's units and slots as they are now, with sums over its labels and over the votes on it.

    judges, prompts: what is recorded of every judge and prompt, their names first after the primary keys.
    """

    units: RoundUnits
    slots: RaterSlots
    labels: tuple[int, int]
    votes: dict[Asking, tuple[int, int]]
    judges: list[tuple[Any, ...]]
    prompts: list[tuple[Any, ...]]

    @property
    def fingerprint(self) -> str:
        """One for everything."""
        slots = [self.slots.raters, sorted(self.slots.stand_ins.items())]
        votes = sorted(self.votes.items())
        return sha256_of([self.units.fingerprint, slots, self.labels, votes, self.judges, self.prompts])


def round_checksums(round: Round) -> RoundChecksums:
    """Read them: the database goes through all labels and votes, and hands over one row an asking."""
    return RoundChecksums(
        round_units(round),
        rater_slots_of(round),
        _labels(round),
        _votes(round),
        list(Judge.objects.order_by("pk").values_list("pk", "judge_id", "family", "provider", "decoding")),
        list(JudgePrompt.objects.order_by("pk").values_list("pk", "version", "sha256")),
    )


def _labels(round: Round) -> tuple[int, int]:
    codes = [When(value=value, then=Value(code + 2)) for value, code in CODES.items()]
    stands = Case(*codes, default=Value(1))
    code = Case(
        When(standing=LabelStanding.STANDS, then=stands), default=Value(1), output_field=IntegerField()
    )
    labels = Label.objects.filter(item__round=round).of_firsts().order_by()
    sums = labels.aggregate(n=Count("pk"), total=_sum(LABEL_COLUMNS, code))
    return sums["n"], int(sums["total"] or 0)


def _votes(round: Round) -> dict[Asking, tuple[int, int]]:
    votes = JudgeVote.objects.filter(response__in=unit_items(round.pk).values("response")).order_by()
    code = Coalesce(Cast("met", IntegerField()), Value(-1)) + Value(2)
    rows = votes.values_list("judge_id", "prompt_id", "repetition")
    sums = rows.annotate(n=Count("pk"), total=_sum(VOTE_COLUMNS, code))
    return {(judge, prompt, repetition): (n, int(total)) for judge, prompt, repetition, n, total in sums}


def _sum(columns: dict[str, int], code: object) -> Sum:
    """Of the code of each row times a weight that is the row's own."""
    weight = sum((F(name) * Value(prime) for name, prime in columns.items()), start=Value(0))
    return Sum(weight * code, output_field=BigIntegerField())
