"""A calibrated corner of the cast's world: a closed round with votes, a finished ranking, a frozen panel."""

from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client

from annotation.base.array_cache import clear_memory
from annotation.models import Person, Round
from calibration.models import FrozenPanel, PanelRanking
from calibration.panels.freeze import freeze_panel
from calibration.rankings.run import plan_ranking, run_ranking
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes
from tests.made_once import made_once
from tests.small_corpus import closed_round, corpus

__all__ = ["closed_round", "corpus"]

GOLD = [1, 1, 0, 0, 1, 1, 0, 0] * 2
JUDGES = {
    "m/a": GOLD,
    "m/b": [*GOLD[:-1], 1],
    "n/c": [0, *GOLD[1:]],
    "n/d": [1 - met for met in GOLD],
    "o/e": [*GOLD[:14], -1, -1],
}
COSTS = {"m/a": 0.004, "m/b": 0.002, "n/c": 0.001, "n/d": 0.001, "o/e": 0.003}


@pytest.fixture(autouse=True)
def nothing_kept():
    """A test begins with nothing computed by another."""
    cache.clear()
    clear_memory()


@pytest.fixture
def visit():
    """Call it with a person to get a client signed in as them; with None for a stranger."""

    def as_person(person: Person | None) -> Client:
        client = Client()
        if person is not None:
            client.force_login(person)
        return client

    return as_person


@pytest.fixture
def closed(cast) -> Round:
    """Two models' replies to four tasks of two criteria, sixteen pairs; the third rater differs on one."""
    return made_once("closed", lambda: _make_closed(cast))


def _make_closed(cast) -> Round:
    ratings = [[met] * 3 for met in GOLD]
    ratings[3] = [0, 0, 1]
    made = make_round(cast.clinicians, make_responses(make_tasks(4, 2), ("m/one", "x/two")), ratings)
    make_votes(made, JUDGES, costs=COSTS, latency_ms=1200)
    return made


@pytest.fixture
def ranking(closed, cast) -> PanelRanking:
    return made_once("ranking", lambda: _make_ranking(closed, cast))


def _make_ranking(closed, cast) -> PanelRanking:
    judges = [name for name in JUDGES if name != "o/e"]
    planned = plan_ranking(round=closed, draws=100, judges=judges, actor=cast.admin)
    return run_ranking(ranking=planned)


@pytest.fixture
def panel(ranking, cast) -> FrozenPanel:
    return made_once("panel", lambda: freeze_panel(ranking=ranking, actor=cast.admin))


@dataclass(frozen=True)
class Answers:
    """Who gets which status at an address."""

    admin: int = 200
    clinician: int = 403
    author: int = 403
    viewer: int = 403
    outsider: int = 403
    stranger: int = 302


@pytest.fixture
def assert_answers(cast, visit):
    """Call it with an address: every member of the cast gets the status of Answers."""

    def check(url: str, wanted: Answers = Answers()) -> None:
        people = {
            "admin": cast.admin,
            "clinician": cast.clinicians[0],
            "author": cast.author,
            "viewer": cast.viewer,
            "outsider": cast.outsider,
            "stranger": None,
        }
        got = {name: visit(person).get(url).status_code for name, person in people.items()}
        assert got == {name: getattr(wanted, name) for name in people}

    return check
