"""Create a round of long conversations, and take the majority of a closed one as their published labels. It
is opened and closed like any other round.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from annotation import vocabulary
from annotation.access import refuse_raters
from annotation.base.action import action, lock_rows, one_import_at_a_time
from annotation.base.errors import BadInputError
from annotation.base.record_audit import record_audit
from annotation.base.refusals import NotNowError
from annotation.models import Person, Round, RoundKind, RoundPurpose, Transcript, TranscriptTurn
from annotation.rounds.changes.guidelines import begin_guidelines
from annotation.rounds.checks import (
    name_problems,
    place_transcripts,
    rater_problems,
    seat_raters,
    setting_problems,
)
from annotation.rounds.transcripts.results import transcript_results

LONGEST_WORD = 64
MOST_WORDS = 9  # one digit key each


@action
def create_transcript_round(
    *,
    actor: Person | None,
    name: str,
    transcripts: Sequence[Transcript],
    raters: Sequence[Person],
    title: str = "",
    seed: int = 20260714,
    guidelines: str = "",
    words: Sequence[str] = vocabulary.VIOLATION_LABELS,
    purpose: str = RoundPurpose.LABELLING,
    predecessor: Round | None = None,
    **settings: object,
) -> Round:
    """Make a draft round of `transcripts`, labelled with `words`.

    *cannot judge* is always offered and comes last, whether named or not. `raters` are three clinicians in
    slot order. `settings` are further fields of the round: sitting_size, pause_after_minutes,
    pause_after_high_severity. Raises BadInputError with every problem, and makes nothing then.
    """
    name = name.strip()
    offered = offered_words(words)
    problems = [*name_problems(name), *rater_problems(raters), *transcript_problems(transcripts)]
    problems += [*word_problems(offered), *setting_problems(seed, settings)]
    if problems:
        raise BadInputError(problems)
    round = Round.objects.create(
        name=name,
        title=title,
        kind=RoundKind.TRANSCRIPTS,
        purpose=purpose,
        predecessor=predecessor,
        seed=seed,
        vocabulary=offered,
        created_by=actor,
        **settings,
    )
    seat_raters(round, raters)
    place_transcripts(round, transcripts)
    begin_guidelines(actor=actor, round=round, text=guidelines)
    facts = {"items": len(transcripts), "seed": seed, "words": offered}
    record_audit(actor=actor, verb="create_round", target=round, detail=facts)
    return round


def offered_words(words: Sequence[str]) -> list[str]:
    """The words a rater is offered: those given, without blanks around them, and *cannot judge* last."""
    trimmed = [word.strip() for word in words]
    return [*(word for word in trimmed if word != vocabulary.CANNOT_JUDGE), vocabulary.CANNOT_JUDGE]


def transcript_problems(transcripts: Sequence[Transcript]) -> list[str]:
    """What stands in the way of these conversations being the items of a round."""
    if not transcripts:
        return ["No conversation was chosen. Tick at least one, or import some first."]
    if len({transcript.pk for transcript in transcripts}) < len(transcripts):
        return ["A conversation was given twice; each stands in a round once."]
    turns = TranscriptTurn.objects.filter(transcript__in=transcripts)
    with_turns = set(turns.order_by().values_list("transcript", flat=True).distinct())
    return [
        f"Conversation {transcript} has no turns. Import them, or leave it out."
        for transcript in transcripts
        if transcript.pk not in with_turns
    ]


def word_problems(offered: list[str]) -> list[str]:
    """What stands in the way of these words; *cannot judge* is the last of them."""
    judging = offered[:-1]
    problems = []
    if len({word.casefold() for word in judging}) < 2:
        problems.append("A round needs at least two different labels beside “cannot judge”.")
    elif len({word.casefold() for word in offered}) < len(offered):
        problems.append("Two labels differ in nothing but capitals. Please make each a word of its own.")
    if len(offered) > MOST_WORDS:
        problems.append(f"At most {MOST_WORDS} labels can be offered, “cannot judge” among them.")
    problems += [
        f"The label {word!r} cannot be used. Write 1 to {LONGEST_WORD} visible signs."
        for word in judging
        if not word or len(word) > LONGEST_WORD or not word.isprintable()
    ]
    return problems


@dataclass(frozen=True)
class Published:
    """How many conversations got a label now, had the same one, had another one, or are undecided."""

    filled_in: int
    same: int
    other: int
    undecided: int


@action
def publish_majority(*, actor: Person | None, round: Round) -> Published:
    """Fill in the violation label of every conversation that has none and on which the raters decided.

    A published label never changes: where another one stands it stays, and is counted. Doing it twice
    changes nothing. Raises NotNowError unless the round is one of long conversations and closed.
    """
    refuse_raters(actor)
    one_import_at_a_time()  # an import fills labels in too
    round = Round.objects.get(pk=round.pk)
    if round.kind != RoundKind.TRANSCRIPTS or not round.is_closed:
        raise NotNowError("Only a closed round of long conversations has majorities to publish.")
    decided = {result.item.transcript_id: result.majority for result in transcript_results(round)}
    transcripts = lock_rows(Transcript.objects.filter(pk__in=decided))
    published = Published(*_fill_in(transcripts, decided))
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
