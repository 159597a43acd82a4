"""Panels that come with imported judgments: known by their judges, or by a manifest that was not touched."""

import json

import pytest

from annotation.base.errors import BadInputError
from annotation.tables.canonical import canonical_json, sha256_of
from calibration.models import FrozenPanel, Judge
from calibration.panels.import_panels import register_manifest, register_panel

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NAMES = ["openai/x", "plain", "google/y"]


def manifest(**changes):
    body = {
        "judges": [{"id": name, "family": "f", "decoding": {"temperature": 0}} for name in NAMES],
        "rule": "r",
    }
    return {**body, "sha256": sha256_of(body)} | changes


@pytest.fixture
def registered(tmp_path):
    def register(content):
        path = tmp_path / "panel.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return register_manifest(path=path, actor=None)

    return register


def test_a_list_of_judges_becomes_a_panel_in_that_order():
    panel = register_panel(judges=NAMES, actor=None)
    assert list(panel.seats.values_list("position", "judge__judge_id")) == list(enumerate(NAMES, start=1))
    assert panel.imported
    content = json.loads(panel.manifest)
    assert content.pop("sha256") == panel.sha256 == sha256_of(content)
    assert panel.manifest.encode() == canonical_json({**content, "sha256": panel.sha256})
    assert [seat["family"] for seat in content["judges"]] == ["openai", "plain", "google"]


def test_the_same_judges_in_the_same_order_are_the_same_panel():
    assert register_panel(judges=NAMES, actor=None) == register_panel(judges=NAMES, actor=None)
    assert register_panel(judges=NAMES[::-1], actor=None) != register_panel(judges=NAMES, actor=None)
    assert Judge.objects.count() == 3


@pytest.mark.parametrize(
    "judges",
    [[], [""], ["a", " "], ["a", "b", "a"], ["a" * 201], ["a", "b\nc"], [f"j{n}" for n in range(65)]],
)
def test_lists_that_name_no_panel_are_refused(judges):
    with pytest.raises(BadInputError):
        register_panel(judges=judges, actor=None)
    assert not FrozenPanel.objects.exists()


def test_a_manifest_brings_its_panel_once(registered):
    panel = registered(manifest())
    assert panel == registered(manifest())
    assert panel.sha256 == manifest()["sha256"]
    assert list(panel.seats.values_list("judge__judge_id", flat=True)) == NAMES
    assert Judge.objects.get(judge_id="plain").decoding == {"temperature": 0}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (manifest(rule="another"), "its sha256 does not fit its content"),
        ({name: value for name, value in manifest().items() if name != "sha256"}, "its sha256 does not fit"),
        ("{", "is not JSON"),
        ('{"judges": [{"id": "x"}], "kappa": NaN}', "is not JSON"),
        ({"judges": [{"id": "x", "prompt_version": ["v1"]}]}, "has no list of judges"),
        ({"judges": [{"id": "x", "family": "f" * 101}]}, "has no list of judges"),
        ("[]", "has no list of judges"),
        ({"judges": [{"name": "x"}]}, "has no list of judges"),
        ({"judges": [{"id": "x"}, {"id": "x"}]}, "names a judge twice"),
    ],
)
def test_manifests_that_cannot_be_trusted_are_refused(registered, content, sentence):
    with pytest.raises(BadInputError, match=sentence):
        registered(content)
    assert not FrozenPanel.objects.exists()


def test_a_manifest_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadInputError, match="cannot be opened"):
        register_manifest(path=tmp_path / "none.json", actor=None)
