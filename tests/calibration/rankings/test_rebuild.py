"""After labels or votes were written, the worker computes what the pages of the round show."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.base import rebuild as sending
from annotation.base.array_cache import clear_memory
from annotation.base.stamps import move_stamps, round_scope
from annotation.corpus.imports.import_source import read_source
from annotation.models import Label, Round
from calibration.judges.import_votes import import_votes
from calibration.judges.judge import judge_report
from calibration.models import Judge, JudgeVote
from calibration.rankings.tasks import closed_rounds, give_missing_stamps, rebuild_round_pages
from calibration.ratings.vote_columns import judge_scope
from tests.made_tables import vote_row, write_rows
from tests.tampering import alter

pytestmark = pytest.mark.both_databases

PAGES = ("/calibration/calibration/?by=dimension", "/judges/", "/judges/{judge}/")
TABLES = ("calibration_judgevote", "annotation_label")


@pytest.fixture(autouse=True)
def files_of_this_test(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def stamped(closed) -> Round:
    give_missing_stamps()
    return closed


def rows_read(client) -> bool:
    """Whether another process reads votes or labels to show the pages."""
    clear_memory()
    judge = Judge.objects.get(judge_id="m/a")
    with CaptureQueriesContext(connection) as captured:
        for page in PAGES:
            assert client.get(page.format(judge=judge.pk)).status_code == 200
    queries = [query["sql"] for query in captured.captured_queries]
    return any(_first_table(sql) in TABLES and "repeat_for" not in sql for sql in queries)


def _first_table(sql: str) -> str:
    return sql.partition(' FROM "')[2].partition('"')[0]


def test_after_the_worker_no_page_reads_votes_or_labels(visit, cast, stamped):
    rebuild_round_pages(stamped)
    assert not rows_read(visit(cast.admin))


def test_without_the_worker_the_first_page_reads_them_and_the_next_does_not(visit, cast, stamped):
    admin = visit(cast.admin)
    assert rows_read(admin)
    assert not rows_read(admin)


@pytest.mark.parametrize("scope", ["round", "judge"])
def test_a_write_makes_pages_read_again_until_the_worker_was_there(visit, cast, stamped, scope):
    rebuild_round_pages(stamped)
    moved = {"round": round_scope(stamped.pk), "judge": judge_scope(Judge.objects.get(judge_id="m/a").pk)}
    move_stamps([moved[scope]])
    assert rows_read(visit(cast.admin))
    move_stamps([moved[scope]])
    rebuild_round_pages(stamped)
    assert not rows_read(visit(cast.admin))


def test_pages_show_what_was_written_after_the_worker(stamped):
    judge = Judge.objects.get(judge_id="n/d")

    def share_met() -> float:
        return judge_report(judge, stamped).measures.statistics["false_met_rate"].value

    rebuild_round_pages(stamped)
    assert share_met() == 1  # always the opposite of gold
    alter(JudgeVote.objects.filter(judge=judge), met=False)
    assert share_met() == 1  # no stamp moved
    move_stamps([judge_scope(judge.pk)])
    assert share_met() == 0


def test_a_round_without_labels_is_rebuilt_to_nothing(stamped):
    Label.objects.all().delete()
    rebuild_round_pages(stamped)


def test_only_closed_rounds_of_responses_have_such_pages(closed):
    assert closed_rounds() == [closed]
    Round.objects.update(state="open", closed_at=None)
    assert closed_rounds() == []


@pytest.mark.parametrize(("votes", "sent"), [(1, [True]), (0, [])])
def test_an_import_tells_the_worker_where_it_brought_something(
    corpus, closed_round, monkeypatch, django_capture_on_commit_callbacks, votes, sent
):
    told: list[bool] = []
    path = write_rows(corpus.folder / "votes.csv", [vote_row("T1", 1, "a/x", "1")])
    if not votes:
        import_votes(source=read_source("votes", path), actor=None)
    monkeypatch.setattr(sending, "_send", lambda task, key: told.append(key == closed_round.pk))
    with django_capture_on_commit_callbacks(execute=True):
        import_votes(source=read_source("votes", path), actor=None)
    assert told == sent
