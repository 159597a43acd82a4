"""A panel's file before it grades: its hash fits, or it is refused with its place and what to do."""

import json

import pytest
from django.core.management import CommandError, call_command

from annotation.base.errors import BadInputError
from annotation.demo import tables as demo
from annotation.tables.canonical import sha256_of
from calibration.panels.manifest import PanelManifest
from scoring.grading.panel_file import check_seal, panel_judges, read_panel

CONTENT = {"judges": [{"id": "a/b"}, {"id": "a/c"}], "frozen_at": "2026-01-01T00:00:00Z", "rule": {"size": 3}}
SEALED = {**CONTENT, "sha256": sha256_of(CONTENT)}


def test_a_hash_that_fits_is_returned():
    assert check_seal(PanelManifest(SEALED)) == sha256_of(CONTENT)


@pytest.mark.parametrize(
    "change",
    [
        {"judges": CONTENT["judges"][::-1]},
        {"frozen_at": "2026-01-02T00:00:00Z"},
        {"more": None},
        {"sha256": SEALED["sha256"].upper()},
        {"sha256": None},
        {"rule": float("nan")},
        {"rule": float("nan"), "sha256": None},
        {"rule": "\ud800"},  # a lone surrogate, as JSON can write it, has no UTF-8 form
    ],
)
def test_any_change_after_the_freeze_is_refused(change):
    with pytest.raises(BadInputError, match=r"does not fit its content.*as it was written at the freeze"):
        check_seal(PanelManifest(SEALED | change))


def test_a_manifest_without_its_hash_is_refused():
    with pytest.raises(BadInputError, match="sha256 is missing"):
        check_seal(PanelManifest(CONTENT))


def test_a_bare_list_of_judges_claims_no_freeze():
    bare = PanelManifest({"judges": ["a", "b"]})
    assert check_seal(bare) is None
    assert panel_judges(bare) == ["a", "b"]


@pytest.mark.parametrize(
    "panel", [{}, {"judges": []}, {"judges": "a"}, {"judges": [{"name": "a"}]}, {"judges": ["a", "a"]}]
)
def test_a_panel_without_different_judges_is_refused(panel):
    with pytest.raises(BadInputError, match="panel"):
        panel_judges(PanelManifest(panel))


def test_the_file_is_named_in_what_is_wrong_with_it(tmp_path):
    path = tmp_path / "panel.json"
    path.write_text(json.dumps(SEALED | {"rule": {"size": 5}}), encoding="utf-8")
    with pytest.raises(BadInputError, match=r"panel\.json: its sha256 does not fit"):
        read_panel(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "names no judges"),
        ("{", "is not JSON"),
        ('{"judges": NaN}', "is not JSON"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_a_file_without_a_panel_is_refused(tmp_path, text, sentence):
    path = tmp_path / "panel.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError, match=rf"panel\.json: .*{sentence}"):
        read_panel(path)


@pytest.mark.parametrize("panel", [SEALED, {"judges": ["a", "b"]}])
def test_the_file_is_read_with_the_hash_it_was_found_to_have(tmp_path, panel):
    path = tmp_path / "panel.json"
    path.write_text(json.dumps(panel), encoding="utf-8")
    assert read_panel(path) == (PanelManifest(panel), panel.get("sha256"))


@pytest.mark.parametrize(("panel", "warned"), [(SEALED, False), ({"judges": ["a/b", "a/c"]}, True)])
def test_grading_says_which_panel_it_was(tmp_path, capsys, panel, warned):
    (tmp_path / "panel.json").write_text(json.dumps(panel), encoding="utf-8")
    (tmp_path / "votes.csv").write_text(
        "unique_id,model_id,attempt_index,criterion_id,judge,met\n", encoding="utf-8"
    )
    files = {"tasks": demo.load_tasks(), "responses": demo.load_responses(), "votes": tmp_path / "votes.csv"}
    options = {"panel": tmp_path / "panel.json", "out": tmp_path / "out", "draws": 0, "json": True}
    options["allow_silent_judges"] = True
    said = json.loads(call_command("grade_files", **files, **options))
    assert said["panel_sha256"] == panel.get("sha256")
    assert ("nothing shows that this panel was ever frozen" in capsys.readouterr().err) is warned


def test_an_altered_panel_grades_nothing(tmp_path):
    (tmp_path / "panel.json").write_text(json.dumps(SEALED | {"judges": ["a/x"]}), encoding="utf-8")
    files = {"tasks": demo.load_tasks(), "responses": demo.load_responses()}
    with pytest.raises(CommandError, match="changed after it was frozen"):
        call_command("grade_files", **files, panel=tmp_path / "panel.json", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
