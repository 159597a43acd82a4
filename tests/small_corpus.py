"""A small corpus for tests of votes and judgments, brought in by the ordinary imports."""

import pytest

from annotation.corpus.imports.import_source import ImportOutcome, read_source
from annotation.corpus.imports.responses import import_responses
from annotation.corpus.imports.tasks import import_tasks
from annotation.models import Round
from annotation.rounds.import_labels import import_labels
from scoring.cells.import_judgments import import_judgments
from tests.made_once import made_once
from tests.made_tables import label_row, response_row, task_row, write_rows, write_tasks


class Corpus:
    """Brings in tables made of rows; `folder` keeps the files."""

    def __init__(self, folder):
        self.folder = folder

    def tasks(self, *rows, split=None) -> ImportOutcome:
        path = write_tasks(self.folder / "tasks.csv", list(rows))
        return import_tasks(source=read_source("tasks", path), actor=None, split=split)

    def responses(self, *rows) -> ImportOutcome:
        path = write_rows(self.folder / "responses.csv", list(rows))
        return import_responses(source=read_source("responses", path), actor=None)

    def labels(self, *rows, name="first") -> Round:
        path = write_rows(self.folder / "labels.csv", list(rows))
        import_labels(source=read_source("labels", path), round_name=name, actor=None)
        return Round.objects.get(name=name)

    def judgments(self, *rows, panel) -> ImportOutcome:
        path = write_rows(self.folder / "judgments.csv", list(rows))
        return import_judgments(source=read_source("judgments", path), panel=panel, actor=None)


@pytest.fixture
def corpus(db, tmp_path) -> Corpus:
    """Tasks T1 and T2 with six criteria each, and a response of maker/model to both."""
    made = Corpus(tmp_path)

    def bring() -> None:
        made.tasks(task_row("T1"), task_row("T2"))
        made.responses(response_row("T1"), response_row("T2"))

    made_once("corpus", bring)
    return made


@pytest.fixture
def closed_round(corpus) -> Round:
    """A closed round on the response to T1, with labels on its first criterion."""
    return made_once("closed round", lambda: corpus.labels(label_row("T1", 1, "1", "1", "0")))
