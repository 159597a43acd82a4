"""A small corpus in the database, brought in the ordinary way."""

import pytest

from annotation.corpus.imports.import_source import read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.rounds.import_labels import import_labels
from tests.made_once import made_once
from tests.made_tables import response_row, task_row, write_rows, write_tasks


@pytest.fixture
def corpus(db, tmp_path):
    """Tasks T1 (two prompts) and T2, both with six criteria and without responses."""
    path = write_tasks(tmp_path / "corpus.csv", [task_row("T1", prompts=2), task_row("T2")])
    made_once("tasks", lambda: import_tasks(source=read_source("tasks", path), actor=None))


@pytest.fixture
def bring_responses(corpus, tmp_path):
    """Import rows of the responses table and return (created, changed)."""

    def bring(*rows):
        columns = list(dict.fromkeys(name for row in rows for name in row))
        path = write_rows(tmp_path / "responses.csv", list(rows), columns)
        outcome = import_responses(source=read_source("responses", path), actor=None)
        return outcome.created, outcome.changed

    return bring


@pytest.fixture
def responses(bring_responses):
    """One response of maker/model to each of the two tasks."""
    made_once("responses", lambda: bring_responses(response_row("T1"), response_row("T2")))


@pytest.fixture
def bring_labels(responses, tmp_path):
    """Import rows of the labels table as the round `first` and return (created, changed)."""

    def bring(*rows, name="first"):
        path = write_rows(tmp_path / "labels.csv", list(rows))
        outcome = import_labels(source=read_source("labels", path), round_name=name, actor=None)
        return outcome.created, outcome.changed

    return bring
