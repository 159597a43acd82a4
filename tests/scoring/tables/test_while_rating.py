"""An admin who rates an open round uploads guesses at closed data: right and wrong get the same refusal."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.corpus.imports.import_source import read_source
from annotation.models import AuditEntry, Person, Role, Transcript
from calibration.judges.import_votes import import_votes
from scoring.models import Cell
from tests.annotation.scene import make_open_round
from tests.html import html_of
from tests.made_tables import (
    judgment_rows,
    label_row,
    response_row,
    task_row,
    vote_row,
    write_rows,
    write_tasks,
)
from tests.scoring.conftest import ALL_MET, HALF_MET
from tests.small_corpus import closed_round

__all__ = ["closed_round"]
pytestmark = pytest.mark.both_databases

TURN = {"transcript_id": "lh-01", "turn_index": 1, "user_turn": "Hello."}
# What is stored, and what contradicts it: rows of a file each.
GUESSES = {
    "responses": ([response_row("T1")], [response_row("T1", response="Another reply.")]),
    "labels": ([label_row("T1", 1, "1", "1", "0")], [label_row("T1", 1, "0", "1", "0")]),
    "votes": ([vote_row("T1", 1, "a/x", "1")], [vote_row("T1", 1, "a/x", "0")]),
    "judgments": (judgment_rows("T1", *ALL_MET), judgment_rows("T1", *HALF_MET)),
    "lh_transcripts": (
        [TURN | {"violation_label": "violation"}],
        [TURN | {"violation_label": "no violation"}],
    ),
    "lh_labels": (
        [{"transcript_id": "lh-01", "violation_label": "violation"}],
        [{"transcript_id": "lh-01", "violation_label": "no violation"}],
    ),
}


@pytest.fixture
def closed_data(graded, closed_round, corpus):
    """A judgment, a vote, labels and a published label of a long conversation; returns the panel."""
    path = write_rows(corpus.folder / "votes.csv", GUESSES["votes"][0])
    import_votes(source=read_source("votes", path), round=None, actor=None)
    transcript = Transcript.objects.create(transcript_id="lh-01", violation_label="violation")
    transcript.turns.create(turn_index=1, user_turn="Hello.")
    return graded


@pytest.fixture
def rater(cast) -> Person:
    """An admin who rates a round that is open."""
    make_open_round(cast, tasks=1, criteria=1)
    cast.clinicians[0].role_grants.create(role=Role.ADMIN)
    return Person.objects.get(pk=cast.clinicians[0].pk)


@pytest.fixture
def upload(client, tmp_path, closed_data):
    """Call it with a person, a kind and rows to check the file or import it; returns the answer."""

    def send(person, kind, rows, *, check=True):
        write = write_tasks if kind == "tasks" else write_rows
        content = write(tmp_path / "guess.csv", rows).read_bytes()
        data = {"kind": kind, "file": SimpleUploadedFile("guess.csv", content)}
        data |= {"round": "first"} if kind == "labels" else {}
        data |= {"panel": closed_data.pk} if kind == "judgments" else {}
        client.force_login(person)
        return client.post("/tables/", data | ({"check": ""} if check else {}))

    return send


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("kind", GUESSES)
def test_right_and_wrong_guesses_are_refused_alike(upload, cast, rater, kind, check):
    right, wrong = GUESSES[kind]
    assert upload(cast.admin, kind, right).status_code == 200  # an admin who rates nothing is told
    assert upload(cast.admin, kind, wrong).status_code == 422
    entries = AuditEntry.objects.count()
    answers = [upload(rater, kind, rows, check=check) for rows in (right, wrong)]
    assert [answer.status_code for answer in answers] == [403, 403]
    mains = [html_of(answer).partition("<main")[2].partition("</main>")[0] for answer in answers]
    assert mains[0] == mains[1]
    assert "You are labelling in an open round." in html_of(answers[0])
    assert AuditEntry.objects.count() == entries


def test_a_form_that_is_wrong_says_nothing_either(upload, rater):
    answer = upload(rater, "votes", [{"nothing": 1}])
    assert answer.status_code == 403


def test_tasks_come_in_and_the_page_offers_only_them(upload, client, rater):
    assert upload(rater, "tasks", [task_row("NEW")], check=False).status_code == 200
    page = html_of(client.get("/tables/"))
    assert "only tasks can be brought in by you now" in page
    assert 'value="votes"' not in page
    assert "imported-" not in page  # a panel's name
    client.force_login(Person.objects.get(username="emre"))
    assert 'value="votes"' in html_of(client.get("/tables/"))


def test_new_weights_do_not_tell_whose_score_moved(upload, client, cast, rater):
    """Swapping two weights moves a score exactly if the panel's two verdicts differ."""
    swapped = task_row("T2", RUBRIC_1_WEIGHT=6, RUBRIC_6_WEIGHT=1)
    assert "were created" in html_of(upload(rater, "tasks", [swapped], check=False))
    assert AuditEntry.objects.filter(verb="recompute_cells", actor=rater).exists()
    assert "recompute" not in html_of(client.get("/audit/"))
    assert Cell.objects.filter(response__task__uid="T2", score=11 / 21).exists()
    client.force_login(cast.admin)
    assert "recompute cells" in html_of(client.get("/audit/"))
