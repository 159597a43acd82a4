"""A database of an earlier day under today's code: two frozen panels, and rounds that people labelled."""

import pytest
from django.contrib.auth import get_user_model

from tests.golden.reading import DRAWS, EXPECTED, TABLES, assert_same, expected, run
from tests.golden.since import as_then, expected_now, ranking_now, report_as_then

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MANIFESTS = {"panel-1": "selected_judge_panel.json", "panel-2": "second_panel.json"}


@pytest.mark.parametrize("panel", MANIFESTS)
def test_a_panel_frozen_then_verifies_by_its_name_and_by_its_file(earlier, panel):
    digest = expected(MANIFESTS[panel])["sha256"]
    for given in (panel, EXPECTED / MANIFESTS[panel]):
        found = run("verify_panel", given)
        assert (found["same"], found["differences"]) == (True, [])
        assert (found["sha256"], found["sha256_found"]) == (digest, digest)


@pytest.mark.parametrize("panel", MANIFESTS)
def test_the_site_hands_out_the_manifest_as_it_was_frozen(earlier, client, panel):
    client.force_login(get_user_model().objects.get(username="edda"))
    answer = client.get(f"/panels/{panel}/selected_judge_panel.json")
    assert answer.status_code == 200
    assert b"".join(answer) == (EXPECTED / MANIFESTS[panel]).read_bytes()


@pytest.mark.parametrize(("ranking", "panel"), [(1, "panel-1"), (2, "panel-2")])
def test_a_ranking_of_then_still_fits_its_data_and_is_frozen_already(earlier, ranking, panel):
    reason = () if panel == "panel-1" else ("--replaces", "panel-1", "--reason", "Labelled by people.")
    found = run("freeze_panel", ranking, *reason)
    assert (found["panel"], found["already_frozen"]) == (panel, True)
    assert found["sha256"] == expected(MANIFESTS[panel])["sha256"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("second_agreement.json", ("agreement", "second", "--by", "stage")),
        ("long_agreement.json", ("agreement", "long")),
        ("leaderboard.json", ("leaderboard", "--panel", "panel-1", "--by", "dimension")),
    ],
)
def test_a_report_says_what_it_said(earlier, name, words):
    assert_same(report_as_then(run(*words, *DRAWS)), expected_now(name))


def test_a_new_ranking_of_what_people_labelled_says_what_it_said(earlier):
    found = as_then(run("rank_panels", "second", *DRAWS))
    assert_same(found, ranking_now("second_ranking.json") | {"ranking_id": found["ranking_id"]})


def test_labels_of_people_go_out_byte_for_byte(earlier, tmp_path):
    run("export_table", "labels", tmp_path / "labels.csv", "--round", "second")
    assert (tmp_path / "labels.csv").read_bytes() == (EXPECTED / "second_labels.csv").read_bytes()


def test_cells_stored_then_are_those_of_their_judgments(earlier):
    (counts,) = run("recompute_cells")["panels"]
    assert (counts["panel"], counts["created"], counts["changed"], counts["removed"]) == ("panel-1", 0, 0, 0)


def test_the_tables_of_then_are_known_already(earlier):
    imports = {
        "labels": ("labels.csv", "--round", "first"),
        "votes": ("votes.csv", "--round", "first"),
        "judgments": ("judgments.csv", "--panel", "panel-1"),
        "responses": ("responses.jsonl",),
    }
    for kind, (name, *options) in imports.items():
        found = run("import_table", kind, TABLES / name, *options)
        assert (found["created"], found["changed"], found["unchanged"]) == (0, 0, found["rows"]), kind
