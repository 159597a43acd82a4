"""A panel's manifest: its text and its hash, apart from any database."""

import pytest

from annotation.tables.canonical import sha256_of
from calibration.panels.manifest import NO_TEXT, NotAnObjectError, PanelManifest, is_unknown

CONTENT = {
    "judges": [{"id": "b"}, {"id": "a"}],
    "rule": {"candidates": [{"id": "a", "prompt_version": "1"}, {"id": "b", "prompt_version": None}]},
    "frozen_at": "2026-01-01T00:00:00Z",
    "frozen_by": None,
}


def test_the_hash_is_that_of_everything_else():
    manifest = PanelManifest.sealed(CONTENT)
    assert manifest.sha256 == manifest.sha256_of_content == sha256_of(CONTENT)
    assert manifest.is_unaltered
    assert not PanelManifest({**manifest.content, "frozen_by": "P7"}).is_unaltered
    assert not PanelManifest(CONTENT).is_unaltered


def test_its_text_is_canonical_and_read_back():
    manifest = PanelManifest.sealed({"judges": [], "a": 1})
    assert manifest.as_text() == f'{{"a":1,"judges":[],"sha256":"{manifest.sha256}"}}'
    assert PanelManifest.read(manifest.as_text()) == manifest


def test_what_it_says():
    manifest = PanelManifest.sealed(CONTENT)
    assert manifest.judge_ids == ["b", "a"]
    assert manifest.candidates == {"a": "1", "b": None}
    assert set(manifest.what_was_frozen) == {"judges", "rule"}


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "Expecting value"), ("{", "Expecting"), ('{"a": NaN}', "no number"), ("[" * 100_000, "recursion")],
)
def test_what_is_not_json_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        PanelManifest.read(text)


def test_json_that_is_no_object_is_refused():
    with pytest.raises(NotAnObjectError):
        PanelManifest.read("[]")


@pytest.mark.parametrize("value", [float("nan"), "\ud800"])
def test_content_without_a_canonical_form_has_no_hash(value):
    assert PanelManifest({"rule": value, "sha256": None}).sha256_of_content is None
    assert not PanelManifest({"rule": value, "sha256": None}).is_unaltered


@pytest.mark.parametrize(("sha256", "unknown"), [(None, True), (NO_TEXT, True), ("0" * 64, False)])
def test_a_prompt_without_text_is_unknown(sha256, unknown):
    assert is_unknown(sha256) is unknown
