"""What the database knows of the corpus, in the form that table checks take."""

import pandas as pd
from django.db.models import Count, Q, QuerySet

from annotation.base.bulk import read_frame
from annotation.corpus.frames import criterion_frame, current_rubrics
from annotation.corpus.imports.import_source import ImportSource
from annotation.models import Round, RubricRevision, Task
from annotation.tables.check_against_corpus import CorpusIndex, check_against
from annotation.tables.rubric import CRITERIA_COLUMNS

TASK_FIELDS = {
    "unique_id": "uid",
    "n_prompts": "n_prompts",
    "question_type": "turns",
    "age": "age",
    "prompt_intent": "prompt_intent",
    "explicit_type": "explicit_type",
    "progression_stage": "progression_stage",
    "sub_category": "sub_category",
}


def check_corpus(source: ImportSource, criteria: pd.DataFrame | None = None) -> None:
    """Report rows about unknown tasks and criteria, and cells that repeat the corpus wrongly.

    criteria: a criterion_frame with one row a (task, criterion id), by default of the current revisions.
    Another
    wording is a problem here: a label or judgment belongs to the words it was made on.
    """
    known = criterion_frame() if criteria is None else criteria
    index = CorpusIndex(_tasks(), known[list(CRITERIA_COLUMNS)])
    problems, warnings = check_against(source.kind, source.frame, index, source.findings.file)
    source.findings.extend([*problems, *warnings])


def pinned_criteria(revisions: QuerySet[RubricRevision]) -> pd.DataFrame:
    """The criteria of revisions, one row a (task, criterion id): the newest where a task has several."""
    return criterion_frame(revisions).drop_duplicates(["unique_id", "criterion_id"], keep="last")


def revisions_for(round: Round | None) -> QuerySet[RubricRevision]:
    """The revisions pinned in the round; of tasks outside it, or without a round, the current ones."""
    if round is None:
        return current_rubrics()
    pinned = RubricRevision.objects.filter(round_items__round=round)
    outside = current_rubrics().exclude(task__in=pinned.order_by().values("task"))
    chosen = Q(pk__in=pinned.order_by().values("pk")) | Q(pk__in=outside.order_by().values("pk"))
    return RubricRevision.objects.filter(chosen)


def _tasks() -> pd.DataFrame:
    return read_frame(Task.objects.annotate(n_prompts=Count("prompts")).order_by("uid"), **TASK_FIELDS)
