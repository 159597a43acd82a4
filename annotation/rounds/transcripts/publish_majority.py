"""Take the majority of a closed round of long conversations as their published labels."""

from dataclasses import asdict, dataclass

from django.db import transaction

from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.models import Person, Round, RoundKind, Transcript
from annotation.rounds.transcripts.results import long_results


@dataclass(frozen=True)
class Published:
    """How many conversations got a label now, had the same one, had another one, or are undecided."""

    filled_in: int
    same: int
    other: int
    undecided: int


@transaction.atomic
def publish_majority(*, actor: Person | None, round: Round) -> Published:
    """Fill in the violation label of every conversation that has none and on which the raters decided.

    A published label never changes: where another one stands it stays, and is counted. Doing it twice
    changes nothing. Raises NotNowError unless the round is one of long conversations and closed.
    """
    round = Round.objects.get(pk=round.pk)
    if round.kind != RoundKind.TRANSCRIPTS or not round.is_closed:
        raise NotNowError("Only a closed round of long conversations has majorities to publish.")
    decided = {result.item.transcript_id: result.majority for result in long_results(round)}
    transcripts = Transcript.objects.select_for_update().filter(pk__in=decided)
    published = Published(*_fill_in(list(transcripts), decided))
    record_audit(actor=actor, verb="publish_majority", target=round, detail=asdict(published))
    return published


def _fill_in(transcripts: list[Transcript], decided: dict[int, str | None]) -> tuple[int, int, int, int]:
    filled_in = same = other = undecided = 0
    for transcript in transcripts:
        word = decided[transcript.pk]
        if word is None:
            undecided += 1
        elif transcript.violation_label is None:
            transcript.violation_label = word
            transcript.save(update_fields=["violation_label"])
            filled_in += 1
        elif transcript.violation_label == word:
            same += 1
        else:
            other += 1
    return filled_in, same, other, undecided
