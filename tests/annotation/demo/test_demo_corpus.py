"""The demo's written files: complete, consistent, careful."""

import json
import re

import pytest

from annotation import vocabulary
from annotation.demo import corpus
from annotation.demo import tables as demo
from annotation.tables.files.reading import read_table
from annotation.tables.responses import turn_counts

PROMPTS = [f"PROMPT_{n}" for n in range(1, vocabulary.MAX_PROMPTS + 1)]
PHONE_LIKE = re.compile(r"\d{3}|\d[ -]\d|\+\d")
ADDRESS_LIKE = re.compile(r"https?:|www\.|@\w", re.IGNORECASE)
MEANS = re.compile(
    r"\b(pills?|tablets?|overdos\w*|knife|knives|blades?|razors?|ropes?|noose|guns?|bridges?|roof\w*|jump\w*|cutting"
    r"|burn(?:t|ed|ing)?|wrists?|veins?|blood\w*|poison\w*|bleach|drown\w*|hang(?:ed|ing)?|calori\w*|laxativ\w*"
    r"|purg\w*|kilos?|pounds?|stab\w*)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def tasks():
    return corpus.tasks()


@pytest.fixture(scope="module")
def responses():
    return corpus.responses()


def written_texts() -> list[str]:
    """Every sentence somebody may read on a page."""
    tasks, responses = corpus.tasks(), corpus.responses()
    texts = [text for column in (*PROMPTS, "IDEAL_RESPONSE_FINAL") for text in tasks[column]]
    texts += list(corpus.criteria()["criterion_title"])
    texts += [turn for turns in responses["assistant_turns"] for turn in json.loads(turns)]
    texts += list(read_table("lh_transcripts", demo.load_transcripts()).frame["user_turn"])
    texts += [turn["assistant_turn"] for turn in assistant_turns()]
    texts += list(corpus.remarks()["note"])
    return texts


def assistant_turns() -> list[dict[str, object]]:
    lines = demo.load_assistant_turns().read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    ("kind", "path", "released"),
    [
        ("tasks", demo.load_tasks(), True),
        ("responses", demo.load_responses(), False),
        ("lh_transcripts", demo.load_transcripts(), False),
    ],
)
def test_the_files_read_without_a_problem_or_a_warning(kind, path, released):
    result = read_table(kind, path, released=released)
    assert (result.problems, result.warnings) == ([], [])
    assert len(result.frame) > 0


def test_the_tasks_cover_the_vocabularies(tasks):
    assert 24 <= len(tasks) <= 26
    assert set(tasks["SUB_CATEGORY"]) == set(vocabulary.SUBCATEGORIES)
    assert set(tasks["AGE"]) == set(vocabulary.AGES)
    assert set(tasks["PROMPT_INTENT"]) == set(vocabulary.INTENTS)
    assert set(tasks["EXPLICIT_TYPE"]) == set(vocabulary.EXPLICITNESS)
    assert set(tasks["PROGRESSION_STAGE"]) == set(vocabulary.STAGES)
    assert 0.3 <= (tasks["TURNS"] == "Multi Turn").mean() <= 0.4
    assert set((tasks[PROMPTS] != "").sum(axis=1)) == {1, 2, 3, 4, 5}


def test_the_rubrics_span_what_a_rubric_may_be(tasks):
    criteria = corpus.criteria()
    counts = criteria.groupby("unique_id").size()
    assert len(counts) == len(tasks)
    assert (counts.min(), counts.max()) == (6, 20)
    assert set(criteria["weight"]) == set(range(1, 21))
    per_task = criteria.groupby("unique_id")["rubric_dimension"].nunique()
    assert (per_task >= 6).all()
    assert (per_task == len(vocabulary.DIMENSIONS)).sum() >= len(tasks) - 1
    assert not criteria.duplicated(["unique_id", "criterion_title"]).any()


def test_thirteen_tasks_have_four_replies_in_step_with_their_prompts(tasks, responses):
    assert (responses.groupby("unique_id")["model_id"].nunique() == 4).all()
    assert responses["unique_id"].nunique() == 13
    prompts = (tasks.set_index("UNIQUE_ID")[PROMPTS] != "").sum(axis=1)
    expected = responses["unique_id"].map(prompts)
    assert (turn_counts(responses) == expected).all()
    assert {"empty", "refusal", "truncated"} < set(responses["response_status"])


def test_every_reply_has_a_truth_for_every_criterion_of_its_task(responses):
    wanted = responses[["unique_id", "model_id"]].merge(corpus.criteria()[["unique_id", "criterion_id"]])
    key = ["unique_id", "model_id", "criterion_id"]
    truth = demo.truth()
    assert not truth.duplicated(key).any()
    assert set(map(tuple, truth[key].values)) == set(map(tuple, wanted[key].values))


def test_the_replies_to_a_task_differ_clearly_in_quality():
    weighted = demo.truth().merge(corpus.criteria())
    weighted["earned"] = weighted["met"] * weighted["weight"].astype(int)
    sums = weighted.groupby(["unique_id", "model_id"])[["earned", "weight"]].sum()
    shares = (sums["earned"] / sums["weight"].astype(float)).unstack()
    assert (shares.max(axis=1) - shares.min(axis=1) > 0.4).all()
    assert shares.idxmax(axis=1).nunique() > 1  # no model is best everywhere


def test_an_empty_reply_meets_nothing(responses):
    empty = responses.loc[responses["response_status"] == "empty", ["unique_id", "model_id"]]
    assert len(empty) == 1
    assert not demo.truth().merge(empty)["met"].any()


def test_no_text_names_a_means_a_number_to_call_or_an_address():
    texts = written_texts()
    assert len(texts) > 500
    for pattern in (PHONE_LIKE, ADDRESS_LIKE, MEANS):
        found = {match[0]: text for text in texts if (match := pattern.search(text))}
        assert found == {}


def test_the_long_conversations_alternate():
    turns = read_table("lh_transcripts", demo.load_transcripts()).frame
    assert turns.groupby("transcript_id").size().to_dict() == {"lh-01": 42, "lh-02": 12}
    assert set(turns["violation_label"]) <= set(vocabulary.VIOLATION_LABELS)
    users = list(zip(turns["transcript_id"], turns["turn_index"], strict=True))
    assert users == [(turn["transcript_id"], turn["turn_index"]) for turn in assistant_turns()]


def test_every_remark_is_about_a_written_pair():
    key = ["unique_id", "model_id", "criterion_id"]
    known = set(map(tuple, demo.truth()[key].values))
    remarks = corpus.remarks()
    assert set(map(tuple, remarks[key].values)) <= known
    assert not remarks.duplicated([*key, "rater"]).any()
    assert set(remarks["rater"]) == {1, 2, 3}
