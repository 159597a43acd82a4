"""Everything of the demo, in the order in which the work is done: people, corpus, rounds, votes, and the
panel frozen from them with what it judged, through the ordinary imports.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
from django.conf import settings
from django.db import transaction

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import ImportSource, read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.corpus.transcripts.transcript_table import import_transcripts
from annotation.demo import tables as demo
from annotation.demo.people import DEMO_PASSWORD, DEMO_PEOPLE
from annotation.models import (
    EvaluatedModel,
    Label,
    Person,
    Response,
    RoleGrant,
    Round,
    Split,
    Task,
    Transcript,
    TranscriptTurn,
)
from annotation.tables.files.writing import write_table
from calibration.judges.import_votes import import_votes
from calibration.models import FrozenPanel, Judge, PanelRanking
from calibration.panels.freeze import freeze_panel
from calibration.rankings.run import rank_now
from scoring.cells.import_judgments import import_judgments
from scoring.demonstration.long_round import load_long_round
from scoring.demonstration.rounds import load_rounds
from scoring.models import Cell

PRIVATE_TASKS = ("DEMO-015", "DEMO-018", "DEMO-021", "DEMO-025")  # without written replies: nothing is lost
JUDGE_FIELDS = ("provider", "family", "decoding", "price_in", "price_out")


@transaction.atomic
def load_demonstration() -> dict[str, Any]:
    """Load the demo, or what of it is missing; nothing that was changed since is overwritten.

    Raises BadInputError on a production site, because the demo's passwords are public.
    """
    if not (settings.DEBUG or settings.DEMONSTRATION):
        raise BadInputError(
            "The demo's log-ins are public, so it is not loaded into a production site. "
            "Set DEMONSTRATION=true if this site is meant to be a demo."
        )
    people = demo_people()
    admin = people["admin"]
    load_corpus(admin)
    raters = [people[f"clinician-{number}"] for number in (1, 2, 3)]
    round = load_rounds(admin, raters)
    load_long_round(admin, raters)
    panel = load_votes_and_panel(admin, round)
    return {
        "people": len(people),
        "tasks": Task.objects.count(),
        "responses": Response.objects.count(),
        "labels": Label.objects.count(),
        "panel": panel.name,
        "cells": Cell.objects.filter(panel=panel).count(),
    }


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


def load_votes_and_panel(actor: Person, round: Round) -> FrozenPanel:
    """Register judges, bring in votes, rank, freeze the recommended panel, bring in its judgments."""
    for judge in demo.judges():
        facts = {name: judge[name] for name in JUDGE_FIELDS}
        Judge.objects.get_or_create(judge_id=judge["judge_id"], defaults=facts)
    with _as_source("votes", demo.candidate_votes()) as votes:
        import_votes(source=votes, actor=actor, round=round)
    panel = FrozenPanel.objects.filter(ranking__round=round).order_by("frozen_at").first()
    if panel is None:
        panel = freeze_panel(ranking=_ranking(actor, round), actor=actor)
    seats = panel.seats.order_by("position").values_list("judge__judge_id", flat=True)
    with _as_source("judgments", demo.panel_judgments(list(seats))) as judgments:
        import_judgments(source=judgments, panel=panel, actor=actor)
    return panel


def _ranking(actor: Person, round: Round) -> PanelRanking:
    done = round.rankings.filter(state=PanelRanking.State.DONE).order_by("created_at").first()
    return done or rank_now(round=round, actor=actor)


@contextmanager
def _as_source(kind: str, frame: pd.DataFrame) -> Iterator[ImportSource]:
    """The frame as the file it would have come in, so that it takes the same road as a real one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"demo_{kind}.csv"
        write_table(kind, frame, path)
        yield read_source(kind, path)
