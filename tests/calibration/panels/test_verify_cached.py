"""/panels/NAME/verify/ computes a manifest once, and again whenever anything it is made from is another."""

import pytest

from annotation.base.array_cache import cache_folder, clear_memory
from annotation.models import CriterionVersion, Label, Response, Round
from calibration.models import Judge, JudgePrompt, JudgeVote
from calibration.panels import build_manifest
from tests.calibration.builders import make_votes, sha256
from tests.calibration.conftest import GOLD
from tests.calibration.run import as_json
from tests.tampering import alter

pytestmark = pytest.mark.both_databases

URL = "/panels/panel-1/verify/"


def update(rows, **changes):
    """As no writer of the product does: no stamp moves."""
    alter(rows, **changes)


CHANGES = {
    "a label": lambda: update(Label.objects.filter(item__response__task__uid="T01"), value="not_met"),
    "a vote": lambda: update(JudgeVote.objects.filter(judge__judge_id="m/a"), met=False),
    "a text": lambda: update(Response.objects.filter(task__uid="T01"), sha256=sha256("other")),
    "a weight": lambda: update(CriterionVersion.objects.filter(weight=1), weight=3),
    "a prompt": lambda: update(JudgePrompt.objects.all(), sha256=sha256("other")),
    "a family": lambda: update(Judge.objects.all(), family="other"),
}


@pytest.fixture(autouse=True)
def files_of_this_test(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def computed(monkeypatch):
    """How often a manifest was computed from the rows."""
    times: list[int] = []
    compute = build_manifest._computed

    def counted(*arguments):
        times.append(1)
        return compute(*arguments)

    monkeypatch.setattr(build_manifest, "_computed", counted)
    return times


@pytest.mark.parametrize("memory", ["kept", "lost"])
def test_a_second_visit_computes_nothing(visit, cast, panel, computed, memory):
    admin = visit(cast.admin)
    answers = [admin.get(URL)]
    if memory == "lost":
        clear_memory()
    answers.append(admin.get(URL))
    assert len(computed) == 1
    assert [answer.context["verification"].is_same for answer in answers] == [True, True]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_by_other_hands_is_computed_anew(visit, cast, panel, computed, change):
    admin = visit(cast.admin)
    before = admin.get(URL).context["verification"]
    assert before.is_same
    change()
    after = admin.get(URL).context["verification"]
    assert len(computed) == 2
    assert not after.is_same


def test_votes_with_another_prompt_are_computed_anew_and_change_nothing(visit, cast, panel, computed):
    admin = visit(cast.admin)
    admin.get(URL)
    make_votes(Round.objects.get(), {"m/a": GOLD}, prompt="v2")
    assert admin.get(URL).context["verification"].is_same
    assert len(computed) == 2


def test_the_command_computes_from_the_rows_whatever_is_kept(visit, cast, panel, computed):
    visit(cast.admin).get(URL)
    assert as_json("verify_panel", "panel-1")["same"]
    assert as_json("verify_panel", "panel-1")["same"]
    assert len(computed) == 3


def test_a_lost_file_is_computed_anew(visit, cast, panel, computed):
    admin = visit(cast.admin)
    admin.get(URL)
    clear_memory()
    for path in cache_folder().rglob("manifest-*.npz"):
        path.unlink()
    assert admin.get(URL).context["verification"].is_same
    assert len(computed) == 2
