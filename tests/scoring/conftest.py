import pytest

from annotation.models import Split, Task
from calibration.panels.import_panels import register_panel
from tests.made_once import made_once
from tests.made_tables import judgment_rows, response_row, task_row
from tests.small_corpus import corpus

__all__ = ["corpus"]

ALL_MET, HALF_MET, ONE_JUDGE = ["111"] * 6, ["111"] * 3 + ["000"] * 3, ["1--"] * 6


@pytest.fixture
def panel(corpus):
    """An imported panel of three judges."""
    return made_once("three judges", lambda: register_panel(judges=["a/x", "b/y", "c/z"], actor=None))


@pytest.fixture
def graded(corpus, panel):
    """Two models on two public tasks and one private task, graded by the panel.

    maker/model: all met on T1 (score 1), half of the criteria on T2 (1+2+3 of 21).
    other/model: one judge alone on T1 (left out), nothing met on T2. Both meet everything on the private T3.
    """
    made_once("graded", lambda: _grade(corpus, panel))
    return panel


def _grade(corpus, panel) -> None:
    corpus.tasks(task_row("T3"), split="private")
    Task.objects.filter(uid__in=["T1", "T2"]).update(split=Split.PUBLIC)
    corpus.responses(response_row("T1", model="other/model"), response_row("T2", model="other/model"))
    corpus.judgments(
        *judgment_rows("T1", *ALL_MET),
        *judgment_rows("T2", *HALF_MET),
        *judgment_rows("T3", *ALL_MET),
        *judgment_rows("T1", *ONE_JUDGE, model="other/model"),
        *judgment_rows("T2", *["000"] * 6, model="other/model"),
        *judgment_rows("T3", *ALL_MET, model="other/model"),
        panel=panel,
    )
