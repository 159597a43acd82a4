"""`freeze_panel` and `verify_panel`: a manifest that hashes, and a freeze that data can prove or disprove."""

import contextlib
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation.base.history_guard import history_unguarded
from annotation.models import AuditEntry, Label
from annotation.tables.canonical import canonical_json, sha256_of
from calibration.models import FrozenPanel, Judge, JudgePrompt, JudgeVote, SentinelPair
from calibration.panels.health import SOUND, health
from calibration.panels.manifest import PanelManifest
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes, sha256
from tests.calibration.run import as_json, as_words, refused
from tests.tampering import alter, erase

pytestmark = pytest.mark.both_databases

GOLD = [1, 1, 0, 0, 1, 1, 0, 0]
JUDGES = {
    "m/a": [1, 1, 0, 0, 1, 1, 0, 0],
    "m/b": [1, 1, 0, 0, 1, 1, 0, 1],
    "n/c": [1, 1, 0, 0, 1, 0, 0, 0],
    "n/d": [0, 0, 1, 1, 0, 0, 1, 1],
}


@pytest.fixture
def closed(cast):
    made = make_round(cast.clinicians, make_responses(make_tasks(4, 2)), [[met] * 3 for met in GOLD])
    make_votes(made, JUDGES)
    return made


@pytest.fixture
def ranking_id(closed):
    return as_json("rank_panels", "calibration", "--draws", 100)["ranking_id"]


def test_the_manifest_has_every_part_and_hashes_itself(ranking_id, tmp_path):
    done = as_json("freeze_panel", ranking_id, "--out", tmp_path / "panel.json")
    assert (done["panel"], done["judges"], done["sentinels"]) == ("panel-1", ["m/a", "m/b", "n/c"], 8)
    written = (tmp_path / "panel.json").read_bytes()
    manifest = json.loads(written)
    assert set(manifest) == {
        "judges",
        "rule",
        "agreement",
        "human_ceiling",
        "calibration",
        "hashes",
        "software_versions",
        "frozen_at",
        "frozen_by",
        "sha256",
    }
    rest = {name: value for name, value in manifest.items() if name != "sha256"}
    assert manifest["sha256"] == sha256_of(rest) == done["sha256"]
    assert written == canonical_json(manifest)
    assert manifest["judges"][0] == {
        "id": "m/a",
        "provider": "",
        "family": "m",
        "decoding": {},
        "prompt_version": "v1",
    }
    # the majority of the three is right everywhere
    assert manifest["agreement"]["overall"]["kappa"]["value"] == 1
    assert set(manifest["agreement"]["by_dimension"]) == {"Identification", "Compassionate engagement"}
    assert manifest["calibration"] | {"set": "", "seed": 0} == {
        "set": "",
        "seed": 0,
        "tasks": 4,
        "responses": 4,
        "units": 8,
        "units_decided": 8,
        "clinicians": 3,
    }
    assert {"labels", "votes", "rubric_revisions", "responses", "prompt", "draws"} == set(manifest["hashes"])


def test_a_prompt_whose_text_is_unknown_is_null_and_may_become_known(closed, tmp_path):
    JudgePrompt.objects.update(text="", sha256=None)
    ranked = as_json("rank_panels", "calibration", "--draws", 100)
    as_json("freeze_panel", ranked["ranking_id"], "--out", tmp_path / "panel.json")
    manifest = json.loads((tmp_path / "panel.json").read_text())
    assert manifest["hashes"]["prompt"] == dict.fromkeys(JUDGES)
    assert as_json("verify_panel", "panel-1")["notes"] == [
        "Taken as stated, since not recorded here: provider and decoding of m/a, m/b, n/c.",
        "Taken as stated, since not recorded here: the text of judging prompt v1.",
    ]
    JudgePrompt.objects.update(text="Judge it.", sha256=sha256("Judge it."))
    assert as_json("verify_panel", "panel-1")["same"]
    assert health(FrozenPanel.objects.get()).state == SOUND


def test_seats_sentinels_and_audit_are_stored(ranking_id):
    as_json("freeze_panel", ranking_id)
    panel = FrozenPanel.objects.get(name="panel-1")
    seats = [(seat.position, seat.judge.judge_id, seat.prompt.version) for seat in panel.seats.all()]
    assert seats == [(1, "m/a", "v1"), (2, "m/b", "v1"), (3, "n/c", "v1")]
    assert [pair.votes for pair in panel.sentinels.all()][-1] == "010"  # only m/b says met on the last unit
    assert AuditEntry.objects.filter(verb="freeze_panel", detail__sha256=panel.sha256).exists()


def test_a_sentinel_position_is_taken_once(ranking_id):
    as_json("freeze_panel", ranking_id)
    first, last = SentinelPair.objects.first(), SentinelPair.objects.last()
    with pytest.raises(IntegrityError, match=r"UNIQUE|unique"), history_unguarded(SentinelPair):
        QuerySet(SentinelPair).filter(pk=last.pk).update(position=first.position)


def test_another_panel_needs_a_reason_and_keeps_its_order(ranking_id):
    assert "Say why it is chosen" in refused("freeze_panel", ranking_id, "--judges", "n/d,m/a,m/b")
    assert not FrozenPanel.objects.exists()
    as_json("freeze_panel", ranking_id, "--judges", "n/d,m/a,m/b", "--reason", "A test of the rule.")
    rule = json.loads(FrozenPanel.objects.get().manifest)["rule"]
    assert (rule["chosen"], rule["reason"], rule["rank"]) == ("by_hand", "A test of the rule.", 2)
    assert rule["recommended"] == ["m/a", "m/b", "n/c"]


def test_a_successor_needs_a_reason_and_links_back(ranking_id):
    as_json("freeze_panel", ranking_id)
    assert "Say why it replaces panel-1" in refused("freeze_panel", ranking_id, "--replaces", "panel-1")
    done = as_json("freeze_panel", ranking_id, "--replaces", "panel-1", "--reason", "A typo in a label.")
    assert (done["panel"], done["replaces"]) == ("panel-2", "panel-1")


def test_the_same_freeze_again_is_the_panel_there_is(ranking_id):
    first = as_json("freeze_panel", ranking_id)
    again = as_json("freeze_panel", ranking_id)
    assert (first["already_frozen"], again["already_frozen"]) == (False, True)
    assert again | {"already_frozen": False} == first
    assert "panel-1 holds the same content already, so nothing was" in as_words("freeze_panel", ranking_id)
    # another ranking with the same parameters finds the same
    other = as_json("rank_panels", "calibration", "--draws", 100)["ranking_id"]
    assert as_json("freeze_panel", other)["panel"] == "panel-1"
    assert FrozenPanel.objects.count() == 1
    assert AuditEntry.objects.filter(verb="freeze_panel").count() == 1


def test_a_successor_frozen_again_is_the_successor_there_is(ranking_id):
    as_json("freeze_panel", ranking_id)
    successor = ("--replaces", "panel-1", "--reason", "Its announcement is dated anew.")
    first, again = (as_json("freeze_panel", ranking_id, *successor) for _ in range(2))
    assert (first["panel"], again["panel"], again["replaces"]) == ("panel-2", "panel-2", "panel-1")


def test_the_same_judges_with_other_content_must_say_what_they_replace(ranking_id):
    as_json("freeze_panel", ranking_id)
    said = refused("freeze_panel", ranking_id, "--reason", "For the press.")
    assert "are frozen from ranking" in said
    assert "as panel-1; now reason would differ" in said
    assert "let the new one replace panel-1" in said
    assert FrozenPanel.objects.count() == 1


def test_nothing_replaces_what_says_the_same(ranking_id):
    chosen = ("--judges", "n/d,m/a,m/b", "--reason", "A test of the rule.")
    as_json("freeze_panel", ranking_id, *chosen)
    said = refused("freeze_panel", ranking_id, *chosen, "--replaces", "panel-1")
    assert "the very same as panel-1, which it would replace" in said


def test_the_database_keeps_a_manifest_once(ranking_id):
    as_json("freeze_panel", ranking_id)
    panel = FrozenPanel.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        FrozenPanel.objects.create(
            name="copy", manifest=panel.manifest, sha256=panel.sha256, frozen_at=panel.frozen_at
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--judges", "m/a,m/b"], "ranked panels of 3; name 3 different judges, not 2."),
        (["--judges", "m/a,m/b,m/b", "--reason", "x"], "name 3 different judges"),
        (["--judges", "m/a,m/b,m/x", "--reason", "x"], "m/x was no candidate"),
        (["--replaces", "panel-9", "--reason", "x"], "There is no frozen panel 'panel-9'. Panels: none yet."),
        (["--out", "/no/such/folder/panel.json"], "cannot be written"),
    ],
)
def test_bad_input_is_said_and_nothing_is_frozen(ranking_id, arguments, said):
    assert said in refused("freeze_panel", ranking_id, *arguments)
    assert not FrozenPanel.objects.exists()


def test_an_unknown_ranking_is_answered_with_the_known_ones(ranking_id):
    assert f"Rankings: {ranking_id}." in refused("freeze_panel", "999")
    assert "There is no ranking 'first'" in refused("freeze_panel", "first")


def test_a_ranking_whose_inputs_changed_is_not_frozen(ranking_id):
    Label.objects.filter(value="met").first().delete()
    said = refused("freeze_panel", ranking_id)
    assert "this has changed: labels. Rank the panels again" in said


def test_a_ranking_is_frozen_with_the_prompts_it_was_computed_with(ranking_id, closed):
    make_votes(closed, {"m/a": [0] * 8}, prompt="v2")
    as_json("freeze_panel", ranking_id)
    assert FrozenPanel.objects.get().seats.first().prompt.version == "v1"


def test_verify_says_the_same_by_name_number_and_file(ranking_id, tmp_path):
    done = as_json("freeze_panel", ranking_id, "--out", tmp_path / "panel.json")
    for panel in ("panel-1", done["panel_id"], tmp_path / "panel.json"):
        report = as_json("verify_panel", panel)
        assert (report["same"], report["sha256"], report["differences"]) == (True, done["sha256"], [])
        assert report["sha256_found"] == done["sha256"]
    assert "is the same" in as_words("verify_panel", "panel-1")


def test_later_votes_and_judges_do_not_disturb_a_freeze(ranking_id, closed):
    as_json("freeze_panel", ranking_id)
    make_votes(closed, {"m/a": [0] * 8, "o/new": GOLD}, prompt="v2")
    make_votes(closed, {"m/a": [0] * 8}, repetition=2)
    Judge.objects.filter(judge_id="n/d").update(active=False)
    assert as_json("verify_panel", "panel-1")["same"]


def test_asking_again_after_a_failure_changes_no_panel_frozen_before(closed):
    vote = JudgeVote.objects.filter(judge__judge_id="n/d").first()
    alter(JudgeVote.objects.filter(pk=vote.pk), met=None, no_vote_reason="timeout")
    ranking = as_json("rank_panels", "calibration", "--draws", 100)["ranking_id"]
    as_json("freeze_panel", ranking)
    same = {
        name: getattr(vote, f"{name}_id") for name in ("judge", "prompt", "response", "criterion_version")
    }
    facts = {f"{name}_id": key for name, key in same.items()}
    later = JudgeVote.objects.create(**facts, response_sha256=vote.response_sha256, met=True)
    alter(JudgeVote.objects.filter(pk=later.pk), created_at=timezone.now() + timedelta(seconds=2))
    assert as_json("verify_panel", "panel-1")["same"]
    assert health(FrozenPanel.objects.get()).state == SOUND
    # The next ranking counts it.
    candidates = as_json("rank_panels", "calibration", "--draws", 100)["candidates"]
    assert {row["judge"]: row["coverage"] for row in candidates}["n/d"] == 1


def test_verify_names_the_hash_that_differs(ranking_id):
    as_json("freeze_panel", ranking_id)
    Label.objects.filter(value="met").first().delete()
    assert "The hash of the clinicians' labels differs." in refused("verify_panel", "panel-1")
    vote = JudgeVote.objects.filter(judge__judge_id="n/d").first()
    erase(JudgeVote.objects.filter(pk=vote.pk))
    said = refused("verify_panel", "panel-1")
    assert "The hash of the judges' votes differs." in said


def test_verify_names_a_changed_judge(ranking_id):
    as_json("freeze_panel", ranking_id)
    Judge.objects.filter(judge_id="m/a").update(decoding={"temperature": 1})
    assert "The judges: their ids, providers, families, decoding or prompt versions differ." in refused(
        "verify_panel", "panel-1"
    )


def test_a_tampered_file_is_found_before_anything_is_computed(ranking_id, tmp_path):
    as_json("freeze_panel", ranking_id, "--out", tmp_path / "panel.json")
    manifest = json.loads((tmp_path / "panel.json").read_text())
    manifest["agreement"]["overall"]["kappa"]["value"] = 0.99
    (tmp_path / "panel.json").write_text(json.dumps(manifest))
    assert "does not fit its own SHA-256" in refused("verify_panel", tmp_path / "panel.json")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "This is not JSON"),
        ("[" * 100_000, "This is not JSON"),
        ("[]", "This is no manifest"),
        ('{"judges": NaN}', "NaN is no number there"),
        ('{"judges": "\\ud800"}', "This is not JSON"),
        ('{"judges": []}', "agreement is missing."),
    ],
)
def test_a_file_that_is_no_manifest_is_said(db, tmp_path, content, said):
    (tmp_path / "panel.json").write_text(content)
    assert said in refused("verify_panel", tmp_path / "panel.json")


def test_an_unknown_panel_is_said(db):
    assert "There is no frozen panel 'panel-7'" in refused("verify_panel", "panel-7")


def test_a_difference_is_one_json_object_and_exit_1(ranking_id):
    done = as_json("freeze_panel", ranking_id)
    Label.objects.filter(value="met").first().delete()
    out = StringIO()
    with pytest.raises(CommandError) as problem:
        call_command("verify_panel", "panel-1", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert problem.value.returncode == 1
    assert (report["same"], report["sha256"]) == (False, done["sha256"])
    assert "hashes.labels" in [one["what"] for one in report["differences"]]


NONSENSE = (None, [], "x", {"id": []})


def test_a_manifest_of_nonsense_is_answered_in_words(ranking_id, tmp_path):
    """Parts, and things in them, replaced by things that do not belong there, and hashed anew."""
    as_json("freeze_panel", ranking_id, "--out", tmp_path / "panel.json")
    manifest = json.loads((tmp_path / "panel.json").read_text())
    changes = [{part: thing} for part in manifest for thing in NONSENSE]
    changes += [
        {part: manifest[part] | {name: thing}}
        for part in ("rule", "calibration")
        for name in manifest[part]
        for thing in NONSENSE
    ]
    for change in changes:
        altered = {name: v for name, v in (manifest | change).items() if name != "sha256"}
        (tmp_path / "panel.json").write_text(PanelManifest.sealed(altered).as_text())
        with contextlib.suppress(CommandError):  # anything else would be a traceback
            call_command("verify_panel", str(tmp_path / "panel.json"), "--json", stdout=StringIO())


def test_a_file_named_like_a_panel_is_not_taken_for_it(ranking_id, tmp_path, monkeypatch):
    as_json("freeze_panel", ranking_id, "--out", tmp_path / "panel.json")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "panel-1").write_text("Notes on the panel.")
    assert as_json("verify_panel", "panel-1")["same"]
    assert "not JSON" in refused("verify_panel", "./panel-1")
    assert as_json("verify_panel", "panel.json")["panel"] == "panel.json"
