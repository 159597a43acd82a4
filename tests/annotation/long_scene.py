"""Long conversations and rounds of them, for tests."""

from uuid import uuid4

from annotation.access import assignment_for
from annotation.labelling.record import Saved, record_transcript_label
from annotation.models import Assignment, EvaluatedModel, Person, Round, Transcript, TranscriptTurn
from annotation.rounds.open_and_close import open_round
from annotation.rounds.transcripts.make_and_publish import create_transcript_round
from tests.annotation.scene import MODEL_NAMES
from tests.cast import Cast
from tests.made_once import made_once


def make_transcript(name: str, *, turns: int = 3, knows_assistant: bool = True) -> Transcript:
    """A conversation of so many exchanges; without the assistant's turns if those are unknown."""
    model, _ = EvaluatedModel.objects.get_or_create(model_id=MODEL_NAMES[0])
    transcript = Transcript.objects.create(transcript_id=name, model=model)
    TranscriptTurn.objects.bulk_create(
        TranscriptTurn(
            transcript=transcript,
            turn_index=n,
            user_turn=f"What the user wrote in turn {n} of {name}.",
            assistant_turn=f"What the assistant wrote in turn {n}." if knows_assistant else None,
        )
        for n in range(1, turns + 1)
    )
    return transcript


def make_long_round(cast: Cast, *, name: str = "long", items: int = 2, turns: int = 3, **settings) -> Round:
    """A draft round of `items` new conversations (`long-1`, ...)."""

    def make() -> Round:
        made = [make_transcript(f"{name}-{n}", turns=turns) for n in range(1, items + 1)]
        return create_transcript_round(
            actor=cast.admin, name=name, transcripts=made, raters=cast.clinicians, **settings
        )

    return made_once(("long round", name, items, turns, repr(settings)), make)


def make_open_long_round(cast: Cast, **settings) -> Round:
    """The same, opened."""
    return made_once(
        ("open long round", repr(settings)),
        lambda: open_round(actor=cast.admin, round=make_long_round(cast, **settings)),
    )


def own_long(person: Person, round: Round, name: str) -> Assignment:
    """The person's assignment of the conversation `name`."""
    item = round.items.get(transcript__transcript_id=name)
    return assignment_for(person, round.name, item.pk)


def judge(person: Person, round: Round, name: str, value: str | None, *, version: int = 0, **change) -> Saved:
    """Record the person's label of the conversation `name`."""
    return record_transcript_label(
        person=person,
        assignment=own_long(person, round, name),
        change={"value": value, **change},
        version=version,
        uuid=uuid4(),
    )
