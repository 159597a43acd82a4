"""The generator: what it promises about its truth and its voters must show in what it writes."""

import numpy as np
import pytest

from annotation.tables.cells import read_turns
from scoring.synthetic.files import calibration_frames, judgments_frame, responses_frame, tasks_frame
from scoring.synthetic.truth import CorpusPlan, make_truth
from scoring.synthetic.voters import judge_votes, make_judges

SMALL = CorpusPlan(tasks=24, models=4, attempts=2, judges=6, families=3, calibration_tasks=6)


def test_the_seed_alone_decides_everything():
    first, second = (
        judgments_frame(make_truth(SMALL), [0, 1, 2], np.random.RandomState(1)) for _ in range(2)
    )
    assert first.equals(second)


def test_the_public_half_has_the_published_size():
    truth = make_truth(CorpusPlan())
    public_criteria = int(truth.is_public[truth.criterion_task].sum())
    # 359 public tasks x 25 models x 3 attempts = 26,925 cells; 3,415 criteria x 75 = 256,125 judgments
    assert int(truth.is_public.sum()) * 75 == 26_925
    assert public_criteria * 75 == 256_125


def test_rubrics_keep_the_rules_of_released_tasks():
    frame = tasks_frame(make_truth(SMALL))
    used = frame[[f"RUBRIC_{slot}_ID" for slot in range(1, 21)]].notna().sum(axis=1)
    assert used.between(6, 20).all()
    prompts = frame[[f"PROMPT_{position}" for position in range(1, 6)]].notna().sum(axis=1)
    assert ((prompts > 1) == (frame["TURNS"] == "Multi Turn")).all()


def test_nothing_is_met_in_an_empty_reply():
    truth = make_truth(CorpusPlan(tasks=60, models=3, attempts=1, calibration_tasks=5, empty_rate=0.3))
    assert truth.empty.any()
    assert not truth.met[truth.empty[truth.criterion_task]].any()
    blank = responses_frame(truth)["assistant_turns"].map(lambda turns: read_turns(turns)[-1] == "")
    assert blank.sum() == truth.empty[truth.is_public].sum()


def test_judges_err_at_their_rates_and_more_alike_within_a_family():
    plan = CorpusPlan(missing_vote_rate=0)
    judges = make_judges(plan)
    met = np.random.RandomState(3).random_sample(40_000) < 0.6
    errors = judge_votes(met, judges, plan, np.random.RandomState(4)) != met[:, None]
    assert np.allclose(errors.mean(axis=0), [judge.error_rate for judge in judges], atol=0.01)
    together = np.corrcoef(errors.T)
    same = np.array([[a.family == b.family for a in judges] for b in judges]) & ~np.eye(
        len(judges), dtype=bool
    )
    other = ~same & ~np.eye(len(judges), dtype=bool)
    assert together[same].mean() > together[other].mean() + 0.08


def test_calibration_tables_share_their_units():
    labels, votes = calibration_frames(make_truth(SMALL), np.random.RandomState(1))
    assert len(votes) == len(labels) * SMALL.judges
    assert list(labels.columns)[-4:] == ["met", "rater_1_met", "rater_2_met", "rater_3_met"]


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (CorpusPlan(tasks=1), "--tasks must be at least 2"),
        (CorpusPlan(judges=2), "--judges must be at least 3"),
        (CorpusPlan(tasks=10, calibration_tasks=6), "only 5 are public"),
        (CorpusPlan(seed=-1), "--seed must be a whole number"),
    ],
)
def test_a_plan_that_cannot_be_made_says_why(plan, sentence):
    assert any(sentence in problem for problem in plan.problems())
