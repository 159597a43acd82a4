"""grade_files with real calls to a language model on this machine."""

import json

import pandas as pd
import pytest
from django.core.management import CommandError, call_command

from annotation.demo import tables as demo
from tests.services.language_model import LanguageModel, language_model

TASK = "DEMO-001"  # ten criteria, four replies


@pytest.fixture
def model(monkeypatch):
    with language_model() as server:
        monkeypatch.setenv("LLM_API_BASE", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "not-a-key")
        yield server


@pytest.fixture
def folder(tmp_path):
    """The first demo task and its replies, and a panel file."""
    tasks = pd.read_csv(demo.load_tasks(), dtype=str, keep_default_na=False)
    tasks[tasks["UNIQUE_ID"] == TASK].to_csv(tmp_path / "tasks.csv", index=False, lineterminator="\n")
    lines = demo.load_responses().read_text(encoding="utf-8").splitlines()
    ours = [line for line in lines if json.loads(line)["unique_id"] == TASK]
    (tmp_path / "responses.jsonl").write_text("\n".join(ours) + "\n", encoding="utf-8")
    return tmp_path


def grade(folder, *judges: str, **options):
    entries = [
        {"id": f"stub/{j}", "provider": f"openai/{j}", "decoding": {}, "prompt_version": "judge-1"}
        for j in judges
    ]
    (folder / "panel.json").write_text(json.dumps({"judges": entries}), encoding="utf-8")
    files = {name: folder / file for name, file in (("tasks", "tasks.csv"), ("responses", "responses.jsonl"))}
    answer = call_command(
        "grade_files",
        panel=folder / "panel.json",
        out=folder / "out",
        json=True,
        draws=50,
        **files,
        **options,
    )
    return json.loads(answer)


def test_a_majority_of_real_answers_decides(model: LanguageModel, folder):
    result = grade(folder, "always-met", "always-met-not", "never-met")
    # the second judge answers null, which is no vote: one met, one not met, an even split, not met everywhere
    assert result["verdicts"] == 40
    assert [row["mean"] for row in result["models"]] == [0, 0, 0, 0]
    cells = pd.read_csv(folder / "out" / "cell_scores.csv")
    assert (cells["judges"] == 2).all()
    assert cells["included"].all()


def test_an_unreadable_answer_is_asked_again_and_then_no_vote(model: LanguageModel, folder):
    result = grade(folder, "always-met", "mumbles", "mumbles-once")
    assert model.asked["mumbles"] == 3 * 40
    assert model.asked["mumbles-once"] == 2 * 40
    assert {row["mean"] for row in result["models"]} == {1.0}
    verdicts = pd.read_csv(folder / "out" / "criterion_verdicts.csv")
    assert verdicts["judge_2_met"].isna().all()


def test_a_failing_and_a_refusing_judge_leave_cells_with_one_judge_out(model: LanguageModel, folder):
    result = grade(folder, "always-met", "breaks", "refuses")
    assert all(row["mean"] is None and row["cells_left_out"] == 1 for row in result["models"])
    reasons = {json.loads(line)["no_vote_reason"] for line in (folder / "out" / "raw_votes.jsonl").open()}
    assert reasons == {None, "provider_error", "refusal"}


def test_a_stopped_grading_goes_on_where_it_was(model: LanguageModel, folder):
    grade(folder, "always-met", "never-met", "by-length")
    raw = folder / "out" / "raw_votes.jsonl"
    lines = raw.read_text(encoding="utf-8").splitlines(keepends=True)
    raw.write_text("".join(lines[:100]) + lines[100][:20], encoding="utf-8")  # killed in the middle of a line
    first = dict(model.asked)
    grade(folder, "always-met", "never-met", "by-length")
    assert sum(model.asked.values()) - sum(first.values()) == 120 - 100


def test_a_judge_without_provider_or_prompt_is_refused_with_a_way_out(folder):
    (folder / "panel.json").write_text(
        json.dumps({"judges": [{"id": "a/b", "provider": "", "prompt_version": "lost"}]}), encoding="utf-8"
    )
    with pytest.raises(CommandError, match=r"(?s)no provider.*whose text is not known.*--votes"):
        call_command(
            "grade_files",
            tasks=folder / "tasks.csv",
            responses=folder / "responses.jsonl",
            panel=folder / "panel.json",
            out=folder / "out",
        )
    assert not (folder / "out").exists()


def test_an_answer_is_not_taken_for_one_to_another_reply(model: LanguageModel, folder):
    grade(folder, "always-met", "never-met", "by-length")
    path = folder / "responses.jsonl"
    first, *others = path.read_text(encoding="utf-8").splitlines()
    changed = json.loads(first)
    changed["assistant_turns"] = [*changed["assistant_turns"][:-1], "Another reply."]
    path.write_text("\n".join([json.dumps(changed), *others[1:]]) + "\n", encoding="utf-8")
    before = sum(model.asked.values())
    # One reply is another now: 10 criteria by 3 judges are asked anew. One is gone, and its answers with it.
    assert grade(folder, "always-met", "never-met", "by-length")["cells"] == 3
    assert sum(model.asked.values()) - before == 30


def test_what_failed_is_asked_again_by_the_next_run(model: LanguageModel, folder):
    grade(folder, "always-met", "never-met", "breaks")
    before = dict(model.asked)
    grade(folder, "always-met", "never-met", "breaks")
    assert (model.asked["breaks"] - before["breaks"], model.asked["never-met"]) == (40, 40)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"unique_id": "T9"}, "no such task here"),
        ({"assistant_turns": ["One.", "Two.", "Three.", "Four.", "Five.", "Six."]}, "holds 6 turns"),
    ],
)
def test_replies_that_do_not_fit_the_tasks_are_refused_before_anybody_is_asked(folder, change, sentence):
    path = folder / "responses.jsonl"
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    path.write_text(json.dumps(first | change) + "\n", encoding="utf-8")
    with pytest.raises(CommandError, match=sentence):
        grade(folder, "always-met")
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    ("judges", "sentence"),
    [
        (["a/b", "a/c"], r"Judge 1 \(a/b\) has no provider"),
        (
            [{"id": "a/b", "provider": "p", "prompt_version": "judge-1", "decoding": "hot"}],
            "no JSON object",
        ),
    ],
)
def test_a_panel_that_only_names_its_judges_cannot_be_asked(folder, judges, sentence):
    (folder / "panel.json").write_text(json.dumps({"judges": judges}), encoding="utf-8")
    files = {name: folder / file for name, file in (("tasks", "tasks.csv"), ("responses", "responses.jsonl"))}
    with pytest.raises(CommandError, match=sentence):
        call_command("grade_files", panel=folder / "panel.json", out=folder / "out", **files)


def test_a_panel_file_nested_too_deeply_gets_a_sentence(folder):
    (folder / "panel.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(CommandError, match="is not JSON"):
        call_command(
            "grade_files",
            tasks=folder / "tasks.csv",
            responses=folder / "responses.jsonl",
            panel=folder / "panel.json",
            out=folder / "out",
        )
    assert not (folder / "out").exists()


def test_the_coverage_of_each_judge_is_told(model: LanguageModel, folder, capsys):
    result = grade(folder, "always-met", "refuses")
    assert [(row["judge"], row["votes"], row["no_votes"]) for row in result["coverage"]] == [
        ("stub/always-met", 40, 0),
        ("stub/refuses", 0, 40),
    ]
    assert "stub/refuses has no vote at all" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, None),
        ({"ignore_other_judges": True}, "other/j9 is not on the panel; 1 rows of it were left out"),
    ],
)
def test_votes_of_others_are_refused_or_left_out_with_a_word(folder, capsys, options, told):
    rows = ["unique_id,model_id,attempt_index,criterion_id,judge,met"]
    reply = json.loads((folder / "responses.jsonl").read_text(encoding="utf-8").splitlines()[0])
    first = pd.read_csv(folder / "tasks.csv", dtype=str)["RUBRIC_1_ID"][0]
    rows += [f"{TASK},{reply['model_id']},1,{first},{judge},True" for judge in ("stub/a", "other/j9")]
    (folder / "votes.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    if told is None:
        with pytest.raises(CommandError, match=r"votes:3:judge: other/j9 is not on the panel"):
            grade(folder, "a", votes=folder / "votes.csv", **options)
    else:
        assert grade(folder, "a", votes=folder / "votes.csv", **options)["other_judges"] == {"other/j9": 1}
        assert told in capsys.readouterr().err
