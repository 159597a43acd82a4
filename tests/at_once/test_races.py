"""Every action that writes, run at the same moment: one is done, the others get a sentence."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from tests.at_once import races_people, races_rounds, races_tables
from tests.at_once.registry import RACES, Race
from tests.at_once.stage import Stage
from tests.at_once.together import together

pytestmark = pytest.mark.both_databases
ROOT = Path(__file__).parents[2]
SCENES = (races_people, races_rounds, races_tables)
# Transactions in which no two people can meet.
LEFT_OUT = {
    "annotation.base.action": "runs the actions",
    "annotation.base.history_guard": "makes triggers with migrate, and serves the tests",
    "annotation.base.stamps": "folds rows that nobody else holds (test_stamps)",
    "calibration.rankings.rows": "stores for the one worker whose claim it is (test_two_machines)",
    "scoring.demonstration.load": "fills an empty database, by command",
}
EXPORTS = {"annotation.corpus.transcripts.annex.export_annex"}  # reads, and writes an audit row alone


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
def test_one_wins_and_the_others_get_a_sentence(race: Race, cast, tmp_path):
    stage = Stage(cast, tmp_path)
    outcomes = together(race.scene(stage))
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    if race.won is not None:
        assert len(outcomes) - len(refusals) == race.won, refusals
    for refusal in refusals:
        assert race.said
        assert re.search(race.said, str(refusal)), refusal
    assert stage.after()


def _transactions() -> dict[str, set[str]]:
    """By module: the public functions that are actions; empty for one with a transaction of another kind."""
    found: dict[str, set[str]] = {}
    for application in ("annotation", "calibration", "scoring"):
        for path in (ROOT / application).rglob("*.py"):
            source = path.read_text()
            if "@action" in source or "transaction.atomic" in source:
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                found[module] = set(_actions(source))
    return found


def _actions(source: str):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            names = [name.id for name in node.decorator_list if isinstance(name, ast.Name)]
            if "action" in names:
                yield node.name


def _raced() -> set[str]:
    return {f"{act.__module__}.{act.__name__}" for race in RACES for act in race.actions}


def test_every_action_is_raced():
    actions = {f"{module}.{name}" for module, names in _transactions().items() for name in names}
    inner = {"scoring.cells.recompute.store_judged_cells", "calibration.rankings.rows.store_result"}
    assert actions - _raced() == EXPORTS | inner


def test_every_module_with_a_transaction_is_raced_or_said_to_need_none():
    raced = {name.rpartition(".")[0] for name in _raced()}
    assert {module for module in _transactions() if module not in raced} == LEFT_OUT.keys()


def test_only_actions_have_a_transaction_as_their_decorator():
    plain = [module for module in _transactions() if "@transaction.atomic" in _source(module)]
    assert plain == ["scoring.demonstration.load"]


def _source(module: str) -> str:
    return Path(importlib.util.find_spec(module).origin).read_text()
