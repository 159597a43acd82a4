"""The rankings table: panels only, best first, undefined numbers blank."""

import pytest

from annotation.base.errors import BadInputError
from annotation.models import Round
from annotation.tables.files.reading import read_table
from annotation.tables.files.writing import write_table
from calibration.models import PanelRanking, PanelScore
from calibration.rankings.export_rankings import newest_ranking, rankings_table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
COUNTS = {"units": 10, "units_full": 8, "units_reduced": 1, "ties": 0, "units_no_vote": 1, "families": 2}


@pytest.fixture
def ranking():
    made = PanelRanking.objects.create(round=Round.objects.create(name="first"), state="done")
    for rank, kappa in ((2, None), (1, 0.75)):
        PanelScore.objects.create(
            ranking=made,
            rank=rank,
            judges=["a/x", "None", f"judge {rank}"],
            kappa=kappa,
            in_indifference_set=rank == 1,
            **COUNTS,
        )
    PanelScore.objects.create(ranking=made, kind="single", rank=1, judges=["a/x"], kappa=0.9, **COUNTS)
    return made


def test_panels_are_written_best_first_and_read_back(ranking, tmp_path):
    path = tmp_path / "rankings.csv"
    write_table("panel_rankings", rankings_table(ranking), path)
    header, first, second = path.read_text().splitlines()
    assert header.startswith("rank,judge_1,judge_2,judge_3,kappa,kappa_low,")
    assert first.startswith("1,a/x,None,judge 1,0.75,,")
    assert second.startswith("2,a/x,None,judge 2,,,")
    assert not read_table("panel_rankings", path).problems


def test_the_newest_finished_ranking_is_taken(ranking):
    PanelRanking.objects.create(round=ranking.round, state="failed")
    assert newest_ranking() == newest_ranking(ranking.round) == ranking
    other = Round.objects.create(name="second")
    with pytest.raises(BadInputError, match="No ranking of the round second is finished yet"):
        newest_ranking(other)
