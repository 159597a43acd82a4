"""Pages of calibration ask the database as often for many rows as for few, at most fifteen times."""

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.base.stamps import give_first_stamps, round_scope
from annotation.models import Round
from calibration.models import Judge
from calibration.panels.freeze import freeze_panel
from calibration.rankings.run import plan_ranking, run_ranking
from calibration.ratings.vote_columns import judge_scope
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes
from tests.calibration.conftest import JUDGES

pytestmark = pytest.mark.both_databases

MOST = 16  # one of them: whether the admin rates an open round
PAGES = (
    "/",
    "/rounds/{round}/",
    "/rounds/{round}/discussion/?show=all",
    "/calibration/{round}/",
    "/calibration/{round}/?by=dimension",
    "/judges/?round={round}",
    "/judges/{judge}/?round={round}",
    "/rankings/{ranking}/",
    "/rankings/{ranking}/freeze/",
    "/panels/{panel}/",
    "/panels/{panel}/verify/",
)


@pytest.fixture(autouse=True)
def files_of_this_test(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def few(closed, ranking, panel):
    """A round of four tasks with five judges."""
    return _addressed(closed, ranking, panel)


@pytest.fixture
def many(cast, few):
    """Another of twelve tasks with nine judges."""
    responses = make_responses(make_tasks(12, 3, prefix="M"), ("m/one", "x/two", "x/three"))
    draw = np.random.default_rng(1)
    gold = draw.integers(0, 2, 108)
    votes = {name: np.where(draw.random(108) < 0.1, 1 - gold, gold) for name in [*JUDGES, *"wxyz"]}
    ratings = np.stack([gold, gold, np.where(draw.random(108) < 0.2, 1 - gold, gold)], axis=1)
    closed = make_round(cast.clinicians, responses, ratings, name="many")
    make_votes(closed, votes)
    ranking = run_ranking(ranking=plan_ranking(round=closed, draws=100, actor=cast.admin))
    return _addressed(closed, ranking, freeze_panel(ranking=ranking, actor=cast.admin))


def _addressed(closed, ranking, panel) -> dict[str, object]:
    judge = Judge.objects.order_by("judge_id").first()
    return {"round": closed.name, "ranking": ranking.pk, "panel": panel.name, "judge": judge.pk}


def queries_of(client, url: str) -> int:
    """Of a second visit: the first one computes what is kept."""
    give_first_stamps([judge_scope(pk) for pk in Judge.objects.values_list("pk", flat=True)])
    give_first_stamps([round_scope(pk) for pk in Round.objects.values_list("pk", flat=True)])
    client.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_as_often_for_many_rows_as_for_few(visit, cast, few, many, page):
    admin = visit(cast.admin)
    numbers = [queries_of(admin, page.format(**names)) for names in (few, many)]
    assert numbers[0] == numbers[1] <= MOST
