"""Importing votes: appended, never changed, about the right revision, and out again as they came."""

import pandas as pd
import pytest

from annotation.base.errors import BadInputError
from annotation.corpus.imports.import_source import read_source
from annotation.models import Response, Task
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from calibration.judges.export_votes import votes_table
from calibration.judges.import_votes import import_votes
from calibration.judges.register import register_judges
from calibration.judging.prompt import JUDGE_1, prompt_sha256
from calibration.models import Judge, JudgePrompt, JudgeVote
from tests.made_tables import NASTY, task_row, vote_row, write_rows

pytestmark = pytest.mark.both_databases

ROWS = (
    vote_row("T1", 1, "a/x", "1"),
    vote_row("T1", 1, "b/y", "0"),
    vote_row("T1", 1, "plain", ""),
    vote_row("T2", 6, "a/x", "0"),
)


@pytest.fixture
def bring(corpus):
    """Import rows of the votes table and return (created, changed)."""

    def bring(*rows, round=None):
        path = write_rows(corpus.folder / "votes.csv", list(rows))
        outcome = import_votes(source=read_source("votes", path), actor=None, round=round)
        return outcome.created, outcome.changed

    return bring


def test_votes_come_in_with_judges_they_name_for_the_first_time(bring):
    assert bring(*ROWS) == (4, 0)
    assert dict(Judge.objects.values_list("judge_id", "family")) == {"a/x": "a", "b/y": "b", "plain": "plain"}
    prompt = JudgePrompt.objects.get()
    assert (prompt.version, prompt.text, prompt.frozen_at is not None) == ("imported", "", True)
    assert prompt.sha256 is None  # nobody knows the text; the hash of "" would say that there was none
    votes = JudgeVote.objects.order_by("id").values_list("judge__judge_id", "met", "no_vote_reason")
    assert list(votes) == [
        ("a/x", True, None),
        ("b/y", False, None),
        ("plain", None, None),
        ("a/x", False, None),
    ]
    vote = JudgeVote.objects.first()
    assert vote.response_sha256 == vote.response.sha256 != ""


def test_the_same_file_again_changes_nothing(bring):
    rows = [
        row | {"reason": "So.", "no_vote_reason": "", "cost_usd": "0.10", "latency_ms": 5} for row in ROWS
    ]
    bring(*rows)
    assert bring(*rows) == (0, 0)
    assert JudgeVote.objects.count() == 4
    assert bring(*ROWS) == (0, 0)  # without the details, which then say nothing


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"met": "False"}, "met"),
        ({"met": ""}, "met"),
        ({"reason": "Other."}, "reason"),
        ({"cost_usd": "1"}, "cost_usd"),
    ],
)
def test_a_recorded_vote_never_changes_and_nothing_of_the_file_comes_in(bring, change, column):
    bring(*(row | {"reason": "So.", "cost_usd": "0.5"} for row in ROWS))
    with pytest.raises(BadInputError, match=f"votes.csv:2:{column}: differs from the vote recorded"):
        bring(
            ROWS[0] | {"reason": "So.", "cost_usd": "0.5"} | change,
            vote_row("T2", 5, "new", "1") | {"reason": "", "cost_usd": ""},
        )
    assert JudgeVote.objects.count() == 4
    assert not Judge.objects.filter(judge_id="new").exists()


@pytest.mark.parametrize("name", ["../x", "a//b", "/", "./a"])
def test_a_judge_may_have_a_name_that_no_address_could_hold(bring, name):
    assert bring(ROWS[0] | {"judge": name}) == (1, 0)
    assert Judge.objects.get().judge_id == name


@pytest.mark.parametrize("name", ["a\nb", " ", "a\u2028b"])
def test_a_judge_that_is_blank_or_not_on_one_line_is_refused(db, name):
    with pytest.raises(BadInputError, match=r"A judge cannot be named .* visible signs on one line\."):
        register_judges([name])
    assert not Judge.objects.exists()


def test_another_asking_has_its_own_prompt_version(bring):
    bring(*ROWS)
    assert bring(ROWS[0] | {"met": "False", "prompt_version": "v2"}) == (1, 0)
    assert set(JudgePrompt.objects.values_list("version", flat=True)) == {"imported", "v2"}


@pytest.mark.parametrize(("version", "remarks"), [("V2", 1), ("v3", 0)])
def test_a_version_that_looks_like_another_is_remarked_on(corpus, bring, version, remarks):
    bring(ROWS[0] | {"prompt_version": "v2"})
    source = read_source(
        "votes", write_rows(corpus.folder / "more.csv", [ROWS[0] | {"prompt_version": version}])
    )
    assert import_votes(source=source, actor=None).created == 1
    said = [str(warning) for warning in source.findings.warnings if warning.column == "prompt_version"]
    assert ['looks like "v2" and is another name' in sentence for sentence in said] == [True] * remarks


def test_a_version_whose_text_is_known_comes_with_it(bring):
    bring(ROWS[0] | {"prompt_version": "judge-1"})
    prompt = JudgePrompt.objects.get()
    assert (prompt.text, prompt.sha256) == (JUDGE_1, prompt_sha256("judge-1"))


def test_a_version_that_came_before_its_text_was_known_gets_it(bring):
    early = JudgePrompt.objects.create(version="judge-1")
    unknown = JudgePrompt.objects.create(version="v2")
    for version in ("judge-1", "v2"):
        bring(ROWS[0] | {"prompt_version": version})
    early.refresh_from_db()
    unknown.refresh_from_db()
    assert (early.text, early.sha256) == (JUDGE_1, prompt_sha256("judge-1"))
    assert (unknown.text, unknown.sha256) == ("", None)


def test_votes_belong_to_the_current_revision_or_to_the_one_pinned_in_the_round(bring, closed_round, corpus):
    corpus.tasks(task_row("T1", RUBRIC_1_WEIGHT=20))
    bring(ROWS[0])
    bring(ROWS[0], ROWS[3], round=closed_round)
    versions = JudgeVote.objects.order_by("id").values_list(
        "criterion_version__criterion__criterion_id", "criterion_version__revision__number"
    )
    assert list(versions) == [("T1-1", 2), ("T1-1", 1), ("T2-6", 1)]


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"unique_id": "T9"}, "unique_id: no such task here"),
        ({"criterion_id": "T2-1"}, "criterion_id: not a criterion of this task"),
        ({"attempt_index": 2}, "model_id: no such response here"),
        (
            {"no_vote_reason": "timeout"},
            "no_vote_reason: gives a reason for having no vote but met is filled",
        ),
    ],
)
def test_rows_that_do_not_fit_are_refused(bring, cells, sentence):
    with pytest.raises(BadInputError, match=f"votes.csv:2:{sentence}"):
        bring(ROWS[0] | cells, *(row | {name: row.get(name, "") for name in cells} for row in ROWS[1:]))
    assert not Judge.objects.exists()


def test_votes_go_out_as_they_came(bring, corpus):
    # A judge's name stands on one line and holds no control character; reasons may hold anything.
    judges = sorted({text.strip() for text in NASTY if not any(ord(sign) < 32 for sign in text)})
    rows = [
        vote_row(
            uid, n, judge, met, reason=reason, no_vote_reason="" if met else "timeout", cost_usd="0.0125"
        )
        for uid in ("T1", "T2")
        for n, met in ((1, "1"), (2, ""), (6, "0"))
        for judge, reason in zip(judges, NASTY, strict=False)
    ]
    assert bring(*rows) == (len(rows), 0)
    table, left_out = votes_table()
    write_table("votes", table, corpus.folder / "again.csv")
    write_table("votes", table, corpus.folder / "again.parquet")
    assert left_out == 0
    assert (corpus.folder / "again.csv").read_bytes() == (corpus.folder / "votes.csv").read_bytes()
    frames = [read_table("votes", corpus.folder / name).frame for name in ("again.parquet", "votes.csv")]
    pd.testing.assert_frame_equal(*frames)


def test_the_table_has_the_newest_prompt_and_the_revisions_asked_for(bring, closed_round, corpus):
    bring(*ROWS)
    bring(vote_row("T1", 1, "a/x", "0", prompt_version="v2"))
    corpus.tasks(task_row("T1", RUBRIC_1_WEIGHT=20))
    current, left_out = votes_table()
    assert current[["unique_id", "judge", "prompt_version"]].values.tolist() == [["T2", "a/x", ""]]
    pinned, _ = votes_table(round=closed_round)
    assert pinned[["judge", "prompt_version"]].values.tolist() == [["a/x", "v2"], ["b/y", ""], ["plain", ""]]
    assert left_out == 4


def test_a_newer_prompt_with_fewer_votes_does_not_take_over_the_table(bring):
    bring(*ROWS)
    bring(vote_row("T1", 1, "a/x", "0", prompt_version="v2"))
    table, left_out = votes_table()
    votes = table[table["judge"] == "a/x"][["unique_id", "met", "prompt_version"]]
    assert (votes.values.tolist(), left_out) == ([["T1", True, ""], ["T2", False, ""]], 1)
    bring(vote_row("T2", 6, "a/x", "1", prompt_version="v2"))  # of two that cover as much, the newer
    table, left_out = votes_table()
    votes = table[table["judge"] == "a/x"][["unique_id", "met", "prompt_version"]]
    assert (votes.values.tolist(), left_out) == ([["T1", False, "v2"], ["T2", True, "v2"]], 2)


def test_votes_on_the_private_holdout_leave_only_by_name(bring):
    bring(*ROWS)
    Task.objects.filter(uid="T2").update(split="private")
    assert votes_table()[0]["unique_id"].unique().tolist() == ["T1"]
    assert votes_table("private")[0]["unique_id"].unique().tolist() == ["T2"]


def test_votes_on_a_response_whose_text_comes_later_are_the_same_votes(bring, corpus):
    known = dict(Response.objects.values_list("pk", "sha256"))
    Response.objects.update(final_turn=None, sha256="")
    assert bring(*ROWS) == (4, 0)
    for key, digest in known.items():
        Response.objects.filter(pk=key).update(final_turn="Known now.", sha256=digest)
    assert bring(*ROWS) == (0, 0)
    table, left_out = votes_table()
    assert (len(table), left_out) == (4, 0)
    with pytest.raises(BadInputError, match=r"votes\.csv:2:met: differs from the vote recorded"):
        bring(ROWS[0] | {"met": "False"}, *ROWS[1:])


def test_the_table_has_the_vote_on_the_very_text(bring):
    bring(*ROWS)
    vote = JudgeVote.objects.first()
    same = ("judge", "prompt", "response", "criterion_version")
    JudgeVote.objects.create(
        **{name: getattr(vote, name) for name in same}, met=not vote.met, response_sha256=""
    )
    table, left_out = votes_table()
    assert table["met"].tolist() == [True, False, pd.NA, False]
    assert left_out == 1
    assert bring(*ROWS) == (0, 0)
