"""A reply that failed and was collected again: the later one counts, the failure is kept, no text changes."""

import pytest
from django.urls import reverse

from annotation.base.errors import BadInputError
from annotation.models import AuditEntry, EarlierReply, Response, Round, RoundItem, RubricRevision
from calibration.models import JudgeVote
from calibration.panels.import_panels import register_panel
from scoring.cells.export_judgments import judgments_table
from scoring.cells.recompute import recompute_cells
from scoring.models import Cell, Judgment
from scoring.tables.import_file import import_file
from scoring.tables.options import Wish
from tests.made_tables import judgment_rows, response_row, vote_row, write_rows

pytestmark = pytest.mark.both_databases

AGAIN = {"response": "The reply as it came the second time.", "model": "m/one"}
FAILURES = (
    {"response": "", "response_status": "error", "model": "m/one"},
    {"response": " ", "response_status": "empty", "model": "m/one"},
)


@pytest.fixture
def panel(corpus):
    return register_panel(judges=["a/x", "b/y", "c/z"], actor=None)


@pytest.fixture
def bring(corpus, panel):
    """Import rows of a table and return the counts with their warnings."""

    def bring(kind, *rows, **wish):
        path = write_rows(corpus.folder / f"{kind}.csv", list(rows))
        asked = {"judgments": {"panel": panel.name}}.get(kind, {})
        return import_file(kind=kind, path=path, wish=Wish(**asked, **wish), actor=None)

    return bring


@pytest.mark.parametrize("failure", FAILURES, ids=["error", "empty"])
def test_the_text_follows_the_failure_which_is_kept(bring, failure):
    bring("responses", response_row("T1", finish_reason="stop", prompt_tokens=9, **failure))
    again = bring("responses", response_row("T1", **AGAIN))
    assert (again["changed"], again["details"]["collected_again"], again["details"]["texts_filled_in"]) == (
        1,
        1,
        0,
    )
    assert "1 of the rows come in place of replies that had failed, which are kept" in again["warnings"][0]
    response, earlier = Response.objects.get(model__model_id="m/one"), EarlierReply.objects.get()
    assert (response.final_turn, response.status, response.reply) == (AGAIN["response"], "ok", 2)
    assert (response.finish_reason, response.prompt_tokens) == (None, None)  # those were of the failure
    assert (earlier.response, earlier.reply, earlier.status) == (response, 1, failure["response_status"])
    assert (earlier.final_turn, earlier.finish_reason, earlier.prompt_tokens) == (
        failure["response"],
        "stop",
        9,
    )
    assert (
        AuditEntry.objects.filter(verb="import_responses").first().detail["details"]["collected_again"] == 1
    )


@pytest.mark.parametrize("failure", FAILURES, ids=["error", "empty"])
def test_both_files_again_change_nothing(bring, failure):
    rows = response_row("T1", **failure), response_row("T1", **AGAIN)
    for row in rows:
        bring("responses", row)
    for row in rows:
        again = bring("responses", row)
        assert (again["created"], again["changed"], again["details"]["collected_again"]) == (0, 0, 0)
    assert EarlierReply.objects.count() == 1


def test_a_text_never_changes_also_one_that_came_with_an_error(bring):
    bring("responses", response_row("T1", model="m/one", response="Half a", response_status="error"))
    with pytest.raises(BadInputError, match="a stored response never changes"):
        bring("responses", response_row("T1", **AGAIN))
    bring("responses", response_row("T2", **FAILURES[0]))
    bring("responses", response_row("T2", **AGAIN))
    with pytest.raises(BadInputError, match="a stored response never changes"):
        bring("responses", response_row("T2", **(AGAIN | {"response": "A third."})))


def test_a_failure_after_a_text_is_refused(bring):
    bring("responses", response_row("T1", **AGAIN))
    with pytest.raises(BadInputError, match="a stored response never changes"):
        bring("responses", response_row("T1", **FAILURES[0]))


def test_a_reply_that_a_round_shows_stays(bring):
    bring("responses", response_row("T1", **FAILURES[0]))
    response = Response.objects.get(model__model_id="m/one")
    revision = RubricRevision.objects.filter(task=response.task).first()
    shown = Round.objects.create(name="shown")
    RoundItem.objects.create(round=shown, response=response, rubric_revision=revision, position=1)
    with pytest.raises(BadInputError, match="part of a round as a reply without any"):
        bring("responses", response_row("T1", **AGAIN))
    assert not EarlierReply.objects.exists()


def test_an_error_without_text_is_never_received_and_has_no_score(bring, panel):
    bring("responses", response_row("T1", **FAILURES[0]), response_row("T2", **FAILURES[1]))
    lost, empty = Response.objects.filter(model__model_id="m/one").order_by("task__uid")
    assert (lost.is_empty, empty.is_empty) == (False, True)
    unsaid = judgment_rows("T1", *["---"] * 6, model="m/one", empty=False, response_status="error")
    bring("judgments", *unsaid)
    cell = Cell.objects.get()
    assert (cell.response, cell.score, cell.included, cell.empty_response) == (lost, None, False, False)
    assert recompute_cells(panel=panel).changed == 0
    table = judgments_table(panel)
    assert (table["panel_verdict"].isna().all(), table["empty_response"].any()) == (True, False)


def test_votes_on_what_was_never_received_are_refused(bring):
    bring("responses", response_row("T1", **FAILURES[0]))
    rows = judgment_rows("T1", *["---"] * 5, "11-", model="m/one", empty=False, response_status="error")
    with pytest.raises(BadInputError, match=r"csv:7:judges_voting: judges voted on a reply that was never"):
        bring("judgments", *rows)
    assert not Judgment.objects.exists()


@pytest.fixture
def judged_empty(bring):
    """m/one failed on T1, was judged as it was, and counts as 0."""
    bring("responses", response_row("T1", **FAILURES[0]))
    rows = judgment_rows("T1", *["---"] * 6, model="m/one", empty=True, response_status="error")
    bring("judgments", *rows)
    assert Cell.objects.get().score == 0
    return rows


def test_a_table_that_says_it_was_empty_is_believed_and_stays_so(bring, judged_empty, panel):
    assert Response.objects.get(model__model_id="m/one").is_empty
    assert recompute_cells(panel=panel).changed == 0
    assert Cell.objects.get().score == 0
    assert bring("judgments", *judged_empty)["created"] == 0


def test_the_lost_call_leaves_the_models_mean_until_the_reply_is_judged(bring, judged_empty, panel):
    again = bring("responses", response_row("T1", **AGAIN))
    assert again["details"]["cells_to_judge_again"] == 1
    assert not Cell.objects.exists()
    with pytest.raises(BadInputError, match="has no judgments on the tasks"):
        judgments_table(panel)
    outcome = bring("judgments", *judgment_rows("T1", *["111"] * 3, *["000"] * 3, model="m/one"))
    assert outcome["created"] == 6
    assert sorted(Judgment.objects.values_list("reply", flat=True)) == [1] * 6 + [2] * 6
    assert Cell.objects.get().score == 6 / 21  # 1+2+3 of 1+2+...+6
    assert len(judgments_table(panel)) == 6
    with pytest.raises(BadInputError, match="a judgment never changes"):
        bring("judgments", *judgment_rows("T1", *["110"] * 3, *["000"] * 3, model="m/one"))


def test_the_cells_page_shows_both(bring, judged_empty, client, cast):
    bring("responses", response_row("T1", **AGAIN))
    bring("judgments", *judgment_rows("T1", *["111"] * 6, model="m/one"))
    client.force_login(cast.admin)
    page = client.get(reverse("score_cell", args=[Cell.objects.get().pk])).content.decode()
    assert "Collected again: an earlier reply of this attempt came without text (status: Error)" in page
    assert AGAIN["response"] in page
    assert "The reply was empty" not in page


def test_votes_on_the_failure_stay_its_own(bring):
    bring("responses", response_row("T1", **FAILURES[0]))
    bring("votes", vote_row("T1", 1, "a/x", "0", model="m/one"))
    bring("responses", response_row("T1", **AGAIN))
    assert bring("votes", vote_row("T1", 1, "a/x", "1", model="m/one"))["created"] == 1
    votes = JudgeVote.objects.order_by("pk")
    assert list(votes.values_list("met", flat=True)) == [False, True]
    assert list(votes.on_present_texts().values_list("met", flat=True)) == [True]


def test_a_check_changes_nothing(bring):
    bring("responses", response_row("T1", **FAILURES[0]))
    assert bring("responses", response_row("T1", **AGAIN), dry_run=True)["changed"] == 1
    assert (EarlierReply.objects.count(), Response.objects.get(model__model_id="m/one").reply) == (0, 1)
