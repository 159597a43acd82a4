"""Everything of the demo, in the order in which the work is done."""

from typing import Any

from django.conf import settings
from django.db import transaction

from annotation.base.errors import BadInputError
from annotation.models import Label, Response, Task
from scoring.demonstration.corpus import demo_people, load_corpus
from scoring.demonstration.long_round import load_long_round
from scoring.demonstration.panel import load_votes_and_panel
from scoring.demonstration.rounds import load_rounds
from scoring.models import Cell


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
