"""The demo's people, tasks, responses and long conversations, through the ordinary imports."""

import json
from collections.abc import Iterable
from dataclasses import replace

from annotation.corpus.imports.import_source import ImportSource, read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.corpus.transcripts.import_transcripts import import_transcripts
from annotation.demo import tables as demo
from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import EvaluatedModel, Person, RoleGrant, Split, Transcript, TranscriptTurn

PRIVATE_TASKS = ("DEMO-015", "DEMO-018", "DEMO-021", "DEMO-025")  # without written replies: nothing is lost


def load_corpus(actor: Person) -> None:
    """Bring in tasks (most public, a few private), evaluated models, responses and long conversations."""
    tasks = read_source("tasks", demo.load_tasks(), released=True)
    is_private = tasks.frame["UNIQUE_ID"].isin(PRIVATE_TASKS)
    for split, rows in ((Split.PUBLIC, ~is_private), (Split.PRIVATE, is_private)):
        import_tasks(source=_part(tasks, rows), split=split, actor=actor)
    for model in demo.models():
        facts = {name: model[name] for name in ("provider", "family", "decoding")}
        EvaluatedModel.objects.get_or_create(model_id=model["model_id"], defaults=facts)
    import_responses(source=read_source("responses", demo.load_responses()), actor=actor)
    import_transcripts(source=read_source("lh_transcripts", demo.load_transcripts()), actor=actor)
    _fill_in_assistant_turns()


def _part(source: ImportSource, rows: Iterable[bool]) -> ImportSource:
    return replace(source, frame=source.frame[rows])


def _fill_in_assistant_turns() -> None:
    """What the assistant said is not in the public table; the demo brings it in a file of its own."""
    transcripts = dict(Transcript.objects.values_list("transcript_id", "id"))
    with open(demo.load_assistant_turns(), encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            TranscriptTurn.objects.filter(
                transcript=transcripts[row["transcript_id"]],
                turn_index=row["turn_index"],
                assistant_turn=None,
            ).update(assistant_turn=row["assistant_turn"])


def demo_people() -> dict[str, Person]:
    """The demo's people by username, made on the first call; a password someone changed is left alone."""
    people = {}
    for entry in DEMO_PEOPLE:
        person, is_new = Person.objects.get_or_create(
            username=entry.username,
            defaults={"first_name": entry.name, "last_name": "(synthetic)", "email": entry.email},
        )
        if is_new:
            person.set_password(DEMO_PASSWORD)
            person.save()
            RoleGrant.objects.bulk_create(RoleGrant(person=person, role=role) for role in entry.roles)
        people[entry.username] = person
    return people
