"""Rankings in the background: started on commit, claimed once, taken over from a worker that died."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.base.errors import BadInputError
from calibration.models import PanelRanking, PanelScore
from calibration.rankings import run as ranking_actions
from calibration.rankings import tasks
from calibration.rankings.claim import LEASE, Claim
from calibration.rankings.run import plan_ranking, run_ranking, start_ranking
from calibration.stats.resampling.input_error import StatisticsInputError
from tests.calibration.builders import make_responses, make_round, make_tasks, make_votes

pytestmark = pytest.mark.both_databases

GOLD = [1, 1, 0, 0, 1, 1, 0, 0]


@pytest.fixture
def closed(cast):
    made = make_round(cast.clinicians, make_responses(make_tasks(4, 2)), [[met] * 3 for met in GOLD])
    make_votes(made, {"m/a": GOLD, "m/b": [1] * 8, "n/c": GOLD[::-1], "n/d": [1, 0] * 4})
    return made


def test_a_started_ranking_is_computed_after_the_commit(closed, cast, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        started = start_ranking(round=closed, actor=cast.admin, draws=50)
        assert started.state == "queued"
    started.refresh_from_db()
    assert (started.state, started.progress, started.started_by) == ("done", 100, cast.admin)
    assert started.panels.filter(kind="panel").count() == 4
    assert started.lease_until is None


def test_the_same_ranking_run_twice_is_computed_once(closed):
    planned = plan_ranking(round=closed, draws=50, actor=None)
    tasks.rank(planned.pk)
    tasks.rank(planned.pk)
    assert PanelScore.objects.filter(ranking=planned, kind="panel").count() == 4


def test_a_ranking_another_worker_is_at_is_left_alone(closed):
    planned = plan_ranking(round=closed, draws=50, actor=None)
    alive = timezone.now() + timedelta(minutes=1)
    PanelRanking.objects.filter(pk=planned.pk).update(state="running", lease_until=alive)
    assert run_ranking(ranking=planned).state == "running"
    assert not planned.panels.exists()


def test_a_ranking_whose_worker_died_is_taken_over(closed):
    planned = plan_ranking(round=closed, draws=50, actor=None)
    past = timezone.now() - timedelta(seconds=1)
    PanelRanking.objects.filter(pk=planned.pk).update(state="running", lease_until=past, progress=40)
    assert run_ranking(ranking=planned).state == "done"


def test_a_new_worker_resends_what_nobody_finished(closed, monkeypatch):
    queued, running, done = (plan_ranking(round=closed, draws=50, actor=None) for _ in range(3))
    alive = timezone.now() + timedelta(seconds=60)
    PanelRanking.objects.filter(pk=running.pk).update(state="running", lease_until=alive)
    PanelRanking.objects.filter(pk=done.pk).update(state="done")
    sent = []
    monkeypatch.setattr(tasks.rank, "apply_async", lambda args, countdown: sent.append((*args, countdown)))
    tasks.resend_rankings()
    assert sent[0] == (queued.pk, 0)
    assert sent[1][0] == running.pk
    assert 55 < sent[1][1] <= 61
    assert len(sent) == 2


def test_what_became_impossible_is_kept_in_words(closed):
    planned = plan_ranking(round=closed, draws=50, actor=None)
    closed.state, closed.closed_at = "open", None
    closed.save()
    tasks.rank(planned.pk)
    planned.refresh_from_db()
    assert planned.state == "failed"
    assert "Close the round first" in planned.error


def test_an_unexpected_stop_is_recorded_and_raised(closed, monkeypatch):
    def breaks(*args, **kwargs):
        raise RuntimeError("a bug")

    planned = plan_ranking(round=closed, draws=50, actor=None)
    monkeypatch.setattr(ranking_actions, "rank_panels", breaks)
    with pytest.raises(RuntimeError):
        tasks.rank(planned.pk)
    planned.refresh_from_db()
    assert (planned.state, planned.error) == (
        "failed",
        "The ranking stopped unexpectedly. Nothing was lost; start it again.",
    )


def test_progress_is_written_each_per_cent_and_prolongs_the_lease(closed):
    planned = plan_ranking(round=closed, draws=50, actor=None)
    claim = Claim.take(planned)
    claim.held().update(lease_until=timezone.now())
    claim.tell(0.421)
    claim.tell(0.424)
    planned.refresh_from_db()
    assert planned.progress == 42
    assert planned.lease_until > timezone.now() + timedelta(minutes=1)


@pytest.fixture
def taken_over(closed, monkeypatch):
    """Call it with a planned ranking and what its first worker does at the end: halfway, another takes it."""

    def run(ending):
        planned = plan_ranking(round=closed, draws=50, actor=None)
        computed = ranking_actions.rank_panels

        def slowly(*args, progress, **options):
            result = computed(*args, progress=None, **options)
            PanelRanking.objects.filter(pk=planned.pk).update(lease_until=timezone.now() - LEASE)
            assert Claim.take(planned)
            ending(progress)
            return result

        monkeypatch.setattr(ranking_actions, "rank_panels", slowly)
        return planned

    return run


def test_a_worker_that_lost_its_ranking_writes_no_result(taken_over):
    planned = taken_over(lambda progress: None)
    assert run_ranking(ranking=planned).state == "running"
    assert not planned.panels.exists()


def test_it_writes_no_progress_either_and_stops(taken_over):
    planned = taken_over(lambda progress: progress(0.5))
    assert run_ranking(ranking=planned).progress == 0


@pytest.mark.parametrize("problem", [RuntimeError("a bug"), StatisticsInputError("It cannot be ranked.")])
def test_it_does_not_call_its_successors_run_failed(taken_over, problem):
    def breaks(progress):
        raise problem

    planned = taken_over(breaks)
    with pytest.raises((RuntimeError, BadInputError)):
        run_ranking(ranking=planned)
    planned.refresh_from_db()
    assert (planned.state, planned.error) == ("running", "")
    assert PanelRanking.objects.filter(pk=planned.pk, claim__isnull=False).exists()
