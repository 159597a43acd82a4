"""The demo's generated labels, votes and judgments: believable, complete, always the same."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from annotation import vocabulary
from annotation.demo import cells as demo_cells
from annotation.demo import corpus
from annotation.demo import tables as demo
from annotation.demo import votes as demo_votes
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from annotation.verdicts.rules import MISSING

PANEL = ["synthetic-c/judge-deep", "synthetic-a/judge-large", "synthetic-e/judge-fair"]
RATERS = ["rater_1_value", "rater_2_value", "rater_3_value"]
PAIR = ["unique_id", "model_id", "criterion_id"]


@pytest.fixture(scope="module")
def labels():
    return demo.clinician_labels()


@pytest.fixture(scope="module")
def votes():
    return demo.candidate_votes()


@pytest.fixture(scope="module")
def judgments():
    return demo.panel_judgments(PANEL)


def fleiss_kappa(met_counts: np.ndarray, raters: int) -> float:
    """Fleiss 1971 for two categories and the same number of raters on every unit."""
    other = raters - met_counts
    pairs = met_counts * (met_counts - 1) + other * (other - 1)
    observed = (pairs / (raters * (raters - 1))).mean()
    share = met_counts.mean() / raters
    expected = share**2 + (1 - share) ** 2
    return (observed - expected) / (1 - expected)


def test_the_clinicians_agree_substantially_but_not_perfectly(labels):
    judged = labels[labels[RATERS].isin(["met", "not_met"]).all(axis=1)]
    kappa = fleiss_kappa((judged[RATERS] == "met").sum(axis=1).to_numpy(), raters=3)
    assert 0.60 <= kappa <= 0.75


def test_only_the_third_rater_has_something_left_to_do(labels):
    still_open = labels[labels[RATERS].isna().any(axis=1)]
    assert labels[RATERS[:2]].notna().all(axis=None)
    replies = labels[["unique_id", "model_id"]].drop_duplicates().tail(2)
    assert len(still_open) == len(labels.merge(replies))
    assert still_open[RATERS[2]].isna().all()
    assert list(still_open["rater_3_note"].unique()) == [""]


def test_what_cannot_be_judged_and_what_is_flagged_has_a_note(labels):
    for number in (1, 2, 3):
        notes = labels[f"rater_{number}_note"]
        unsure = labels[f"rater_{number}_value"] == "cannot_judge"
        flagged = labels[f"rater_{number}_flagged"].astype(bool)
        assert unsure.any()
        assert flagged.any()
        assert (notes[unsure | flagged] != "").all()


def test_two_of_three_raters_see_what_is_written(labels):
    """Where all three decided, the majority is the truth; some other pairs stay undecided."""
    with_truth = labels.merge(demo.truth(), on=PAIR, validate="one_to_one")
    met = (with_truth[RATERS] == "met").sum(axis=1)
    not_met = (with_truth[RATERS] == "not_met").sum(axis=1)
    decided = met != not_met
    assert 1 <= (~decided).sum() <= 10
    assert ((met > not_met) == with_truth["met"])[decided].all()


def test_every_judge_was_asked_about_every_written_pair(votes):
    listed = [judge["judge_id"] for judge in demo.judges()]
    assert len(listed) == 15
    assert len({judge["family"] for judge in demo.judges()}) == 6
    assert set(votes["judge"]) == set(listed)
    assert len(votes) == 15 * len(demo.truth())
    assert not votes.duplicated([*PAIR, "judge"]).any()


def test_a_missing_vote_has_its_reason_and_only_a_missing_vote(votes):
    missing = votes["met"].isna()
    assert (missing == (votes["no_vote_reason"] != "")).all()
    assert set(votes.loc[missing, "no_vote_reason"]) == set(vocabulary.NO_VOTE_REASONS)
    assert 0.002 < missing.mean() < 0.03


def test_dearer_judges_of_a_family_make_fewer_errors(votes):
    errors = votes.merge(demo.truth(), on=PAIR, suffixes=("", "_true")).dropna(subset=["met"])
    rate = (errors["met"] != errors["met_true"]).groupby(errors["judge"]).mean()
    assert rate["synthetic-a/judge-large"] < rate["synthetic-a/judge-small"]
    assert rate["synthetic-d/judge-open-l"] < rate["synthetic-d/judge-open-s"]
    assert rate.max() - rate.min() > 0.05


def test_errors_run_in_families():
    votes, met = demo_votes.vote_matrix(), demo_cells.cells()["met"].to_numpy()
    wrong = np.where(votes == MISSING, np.nan, votes != met[:, None])
    correlation = pd.DataFrame(wrong).corr().to_numpy()
    families = np.array([judge["family"] for judge in demo.judges()])
    same, pair = families[:, None] == families, ~np.eye(15, dtype=bool)
    assert correlation[same & pair].mean() > correlation[~same].mean() + 0.1


def test_the_panel_judges_every_criterion_of_every_attempt(judgments):
    assert len(judgments) == 5 * 3 * len(corpus.criteria())
    assert not judgments.duplicated([*PAIR, "attempt_index"]).any()
    assert set(judgments["model_id"]) == {model["model_id"] for model in demo.models()}


def test_the_judgments_hold_the_awkward_cases(judgments):
    cell = judgments.groupby(["unique_id", "model_id", "attempt_index"])
    voted = cell[["judge_1_met", "judge_2_met", "judge_3_met"]].agg(lambda votes: votes.notna().any())
    alone = voted.index[voted.sum(axis=1) == 1]
    assert list(alone) == [("DEMO-019", "demo/lark-3", 2)]
    assert cell["empty_response"].all().sum() == 4
    assert (judgments["judges_voting"] == 0).sum() == 1
    empty = judgments["empty_response"].astype(bool)
    assert not judgments.loc[empty, "panel_verdict"].any()
    assert judgments.loc[empty, "votes_met"].sum() > 0  # judges may say met; it is not met all the same


def test_on_the_written_replies_the_panel_voted_as_its_judges_did(judgments, votes):
    first = judgments[judgments["attempt_index"] == 1]
    for place, judge in enumerate(PANEL, start=1):
        both = votes[votes["judge"] == judge].merge(first, on=PAIR, validate="one_to_one")
        pd.testing.assert_series_equal(both["met"], both[f"judge_{place}_met"], check_names=False)


def test_the_judgments_say_of_each_written_reply_what_its_file_says(judgments):
    first = judgments.drop_duplicates(["unique_id", "model_id", "attempt_index"])
    both = corpus.responses().merge(first, on=corpus.CELL, suffixes=("", "_judged"), validate="one_to_one")
    assert len(both) == len(corpus.responses())
    assert (both["response_status"] == both["response_status_judged"]).all()


@pytest.mark.parametrize("kind", ["votes", "judgments"])
def test_the_frames_survive_the_ordinary_file(kind, votes, judgments, tmp_path: Path):
    frame = {"votes": votes, "judgments": judgments}[kind]
    write_table(kind, frame, tmp_path / "table.csv")
    back = read_table(kind, tmp_path / "table.csv")
    assert (back.problems, back.warnings) == ([], [])
    same_columns = back.frame[list(frame.columns)].reset_index(drop=True)
    pd.testing.assert_frame_equal(same_columns, frame, check_dtype=False)


@pytest.mark.parametrize(
    ("panel", "words"),
    [
        (["synthetic-a/judge-huge"], "has no judge 'synthetic-a/judge-huge'"),
        ([PANEL[0], PANEL[0]], "each of them once"),
        ([], "at least one judge"),
    ],
)
def test_an_impossible_panel_gets_a_sentence(panel, words):
    with pytest.raises(ValueError, match=words):
        demo.panel_judgments(panel)


def test_another_process_generates_the_same_without_django(votes):
    script = (
        "import sys, annotation.demo.tables as d; v = d.candidate_votes();"
        "print(v['met'].sum(), v['latency_ms'].sum(), sorted(m for m in sys.modules if m == 'django'))"
    )
    root = Path(demo.__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(votes["met"].sum()), str(votes["latency_ms"].sum()), "[]"]
