"""Why a panel of the same judges is not the one there is: what differs, whichever of the two has it."""

import pytest

from annotation.base.errors import BadInputError
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.frozen_already import frozen_already
from calibration.panels.manifest import PanelManifest
from tests.calibration.builders import make_responses, make_round, make_tasks

pytestmark = pytest.mark.both_databases

JUDGES = ["m/a", "m/b", "n/c"]
NEW = {
    "judges": [{"id": name} for name in JUDGES],
    "reason": "",
    "rule": {"metric": "kappa", "size": 3},
    "sha256": "new",
}


@pytest.fixture
def refusal(cast):
    """Call it with what a stored manifest says otherwise (None: it lacks that), for the sentence."""
    closed = make_round(cast.clinicians, make_responses(make_tasks(1, 1)), [[1, 1, 1]])
    ranking = PanelRanking.objects.create(round=closed)

    def ask(**otherwise) -> str:
        known = {name: value for name, value in (NEW | otherwise).items() if value is not None}
        FrozenPanel.objects.create(
            name="panel-1",
            ranking=ranking,
            manifest=PanelManifest(known).as_text(),
            sha256="old",
            frozen_at=ranking.created_at,
        )
        with pytest.raises(BadInputError) as refused:
            frozen_already(ranking=ranking, judges=JUDGES, manifest=PanelManifest(NEW), replaces=None)
        return str(refused.value)

    return ask


@pytest.mark.parametrize(
    ("otherwise", "named"),
    [
        ({"reason": "For the press."}, "now reason would differ"),
        ({"reason": None}, "now reason would differ"),
        ({"seed_of_set": 1}, "now seed of set would differ"),
        ({"seed_of_set": 1, "reason": "Why."}, "now reason and seed of set would differ"),
        ({"rule": {"metric": "kappa", "size": 3, "floor": None}}, "now floor would differ"),
        ({"rule": {"size": 3}}, "now metric would differ"),
        ({"rule": "The best three."}, "now rule would differ"),
        ({"rule": None}, "now rule would differ"),
    ],
)
def test_what_only_one_of_the_two_has_is_named(refusal, otherwise, named):
    assert named in refusal(**otherwise)
