"""Every step of the main job does what it says; the slow recomputation has the same numbers."""

import json

import pytest

from annotation.models import AuditEntry, Label, Response, RubricRevision, Task
from calibration.models import JudgeVote
from scoring.models import Cell, Judgment
from tests.main_job import slow
from tests.main_job.conftest import DRAWS
from tests.main_job.running import run

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_every_import_takes_every_row(job):
    for name in job.imports():
        said = job.said[name]
        assert said["rows"] == said["created"] > 0, name
        assert (said["changed"], said["warnings"]) == (0, []), name


def test_a_second_import_of_every_file_changes_nothing(job):
    before = {model: model.objects.count() for model in _written()}
    for name, words in job.imports().items():
        again = run(*words)
        counts = (again["created"], again["changed"], again["unchanged"])
        assert counts == (0, 0, job.said[name]["rows"]), name
    assert {model: model.objects.count() for model in _written()} == before


def _written():
    return (Task, RubricRevision, Response, Label, JudgeVote, Judgment, Cell, AuditEntry)


def test_agreement_is_that_of_the_labels_file(job):
    labels = slow.read(job.files / "labels.csv")
    percent, kappa = slow.fleiss_kappa(labels)
    overall = job.said["agreement"]["overall"]
    assert overall["percent_agreement"]["value"] == pytest.approx(percent, abs=1e-12)
    assert overall["fleiss_kappa"]["value"] == pytest.approx(kappa, abs=1e-12)
    assert job.said["agreement"]["n_units"] == len(labels)


def test_every_panel_has_the_kappa_of_the_files(job):
    kappas = slow.panel_kappas(slow.read(job.files / "labels.csv"), slow.read(job.files / "votes.csv"))
    ranking = job.said["ranking"]["ranking"]
    assert len(ranking) == len(kappas) == 10  # C(5,3)
    for row in ranking:
        assert row["kappa"] == pytest.approx(kappas[tuple(sorted(row["judges"]))], abs=1e-12)
    assert ranking[0]["kappa"] == max(row["kappa"] for row in ranking)


def test_the_frozen_panel_is_the_recommended_one_and_verifies(job):
    manifest = json.loads((job.files / "selected_judge_panel.json").read_text())
    names = [judge["id"] for judge in manifest["judges"]]
    assert names == job.said["freeze"]["judges"] == job.said["ranking"]["recommended"]
    assert manifest["sha256"] == job.said["freeze"]["sha256"] == job.said["verify"]["sha256_found"]
    assert job.said["verify"]["same"] is True


def test_the_leaderboard_is_that_of_the_judgments_file(job):
    expected = slow.leaderboard(slow.read(job.files / "judged.csv"), DRAWS)
    models = {row["model_id"]: row for row in job.said["leaderboard"]["models"]}
    assert models.keys() == expected.keys()
    for name, row in expected.items():
        found = models[name]
        for what, as_told in (("mean", "mean"), ("low", "percentile_low"), ("high", "percentile_high")):
            assert found[as_told] == pytest.approx(row[what], abs=1e-12), (name, what)
        assert (found["cells"], found["cells_left_out"]) == (row["cells"], row["cells_left_out"])
        dimensions = {
            one: estimate["value"] for one, estimate in found["dimensions"].items() if estimate["n_units"]
        }
        assert dimensions == pytest.approx(row["dimensions"], abs=1e-12)


def test_the_leaderboard_goes_from_best_to_worst(job):
    means = [row["mean"] for row in job.said["leaderboard"]["models"]]
    assert means == sorted(means, reverse=True)


def test_the_corpus_holds_a_case_of_every_rule(job):
    """Without these the comparison with the slow recomputation would prove less than it seems to."""
    rows = slow.read(job.files / "judged.csv")
    cells = {}
    for row in rows:
        cells.setdefault((row["unique_id"], row["model_id"], row["attempt_index"]), []).append(row)
    assert any(slow.is_empty(cell) for cell in cells.values())
    assert sum(row["cells_left_out"] for row in job.said["leaderboard"]["models"]) == 2
    assert not slow.is_included(cells[job.gaps["one_judge"]])
    assert slow.score(cells[job.gaps["no_vote"]]) is None
    ties = [row for row in cells[job.gaps["tie"]] if (row["judges_voting"], row["votes_met"]) == ("2", "1")]
    assert ties
    assert {row["panel_verdict"] for row in ties} == {"False"}
    assert [row["panel_verdict"] for row in cells[job.gaps["hole"]]].count("") == 1


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("tasks", "public_tasks.csv", ["--split", "public"]),
        ("tasks", "private_tasks.csv", ["--split", "private"]),
        ("responses", "responses.jsonl", []),
        ("labels", "labels.csv", ["--round", "first"]),
        ("votes", "votes.csv", ["--round", "first"]),
        ("judgments", "judged.csv", []),
    ],
)
def test_every_table_goes_out_byte_for_byte_as_it_came_in(job, tmp_path, kind, name, options):
    run("export_table", kind, tmp_path / name, *options)
    assert (tmp_path / name).read_bytes() == (job.files / name).read_bytes()
